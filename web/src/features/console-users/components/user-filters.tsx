import type { ReactNode } from 'react'
import { ChoiceChip } from '../../../components/console/choice-chip.tsx'
import { ListControls } from '../../../components/console/list-controls.tsx'
import { Views } from '../../../components/console/views.tsx'
import { JOINED_WITHIN, USER_ROLES, USER_STATUSES } from '../../../data/users/console-search.ts'
import { USER_VIEWS, type useUsersFilter } from '../use-users-filter.ts'

const STATUS_NAMES = { active: 'Active', suspended: 'Suspended' } as const
const ROLE_NAMES = { team: 'The team', admin: 'Admins', moderator: 'Moderators', member: 'Members' } as const
const JOINED_NAMES = { 7: 'Last 7 days', 30: 'Last 30 days', 365: 'Last 365 days' } as const

export interface UserFiltersProps {
  /** Names the search. */
  searched: string
  text: string
  onSearch: (text: string) => void
  filters: ReturnType<typeof useUsersFilter>
  /** After the chips. */
  children: ReactNode
}

/** The views of the list, its search, and chips for status, role and joining. */
export function UserFilters({ searched, text, onSearch, filters, children }: UserFiltersProps) {
  const { filter, onFilter, view, onView } = filters
  return (
    <>
      <Views views={USER_VIEWS} current={view} onView={onView} />
      <ListControls searched={searched} text={text} onSearch={onSearch}>
        <ChoiceChip
          name="Status"
          values={USER_STATUSES}
          names={STATUS_NAMES}
          value={filter.status}
          onChoose={(status) => onFilter({ status })}
        />
        <ChoiceChip
          name="Role"
          values={USER_ROLES}
          names={ROLE_NAMES}
          value={filter.role}
          onChoose={(role) => onFilter({ role })}
        />
        <ChoiceChip
          name="Joined"
          values={JOINED_WITHIN}
          names={JOINED_NAMES}
          value={filter.joined}
          onChoose={(joined) => onFilter({ joined })}
        />
        {children}
      </ListControls>
    </>
  )
}
