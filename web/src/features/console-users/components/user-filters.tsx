import type { ReactNode } from 'react'
import * as chips from '../../../components/console/filter-chip.module.css'
import { FilterChip } from '../../../components/console/filter-chip.tsx'
import { Views } from '../../../components/console/views.tsx'
import { SearchField } from '../../../components/ui/search-field.tsx'
import { JOINED_WITHIN, USER_ROLES, USER_STATUSES } from '../../../data/users/console-search.ts'
import { USER_VIEWS, type useUsersFilter } from '../use-users-filter.ts'
import * as styles from '../users.module.css'

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
      <div className={chips.filters}>
        <SearchField
          label={searched}
          placeholder={searched}
          value={text}
          onChange={onSearch}
          className={chips.search}
        />
        <div className={styles.strip}>
          <Choice
            name="Status"
            values={USER_STATUSES}
            names={STATUS_NAMES}
            value={filter.status}
            onChoose={(status) => onFilter({ status })}
          />
          <Choice
            name="Role"
            values={USER_ROLES}
            names={ROLE_NAMES}
            value={filter.role}
            onChoose={(role) => onFilter({ role })}
          />
          <Choice
            name="Joined"
            values={JOINED_WITHIN}
            names={JOINED_NAMES}
            value={filter.joined}
            onChoose={(joined) => onFilter({ joined })}
          />
          {children}
        </div>
      </div>
    </>
  )
}

interface ChoiceProps<Value extends string> {
  name: string
  values: readonly Value[]
  names: Readonly<Record<Value, string>>
  value: Value | undefined
  onChoose: (value: Value | undefined) => void
}

function Choice<Value extends string>({ name, values, names, value, onChoose }: ChoiceProps<Value>) {
  return (
    <FilterChip name={name} isSet={value !== undefined} onClear={() => onChoose(undefined)}>
      <select
        aria-label={name}
        value={value ?? ''}
        onChange={({ currentTarget }) => onChoose(values.find((one) => one === currentTarget.value))}
      >
        <option value="">{name}</option>
        {values.map((one) => (
          <option key={one} value={one}>
            {names[one]}
          </option>
        ))}
      </select>
    </FilterChip>
  )
}
