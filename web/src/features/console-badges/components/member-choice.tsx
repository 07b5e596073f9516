import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { ErrorBanner } from '../../../components/feedback/error-banner.tsx'
import { Skeleton, SkeletonGroup } from '../../../components/feedback/skeleton.tsx'
import { Avatar } from '../../../components/ui/avatar.tsx'
import { SearchInput } from '../../../components/ui/search-input.tsx'
import { usersQuery } from '../../../data/users/console-list-query.ts'
import type { UserRow } from '../../../data/users/user-row.ts'
import { useRested } from '../../../hooks/use-rested.ts'
import { consoleFailureText } from '../../../lib/console-failure-text.ts'
import * as styles from '../badges.module.css'

/** As many as fit into a dialog; the search finds the others. */
const SHOWN = 6

export interface MemberChoiceProps {
  chosen: UserRow | undefined
  onChoose: (user: UserRow) => void
}

/** Finds a member by name or address, to be placed inside a form. */
export function MemberChoice({ chosen, onChoose }: MemberChoiceProps) {
  const group = useId()
  const [typed, setTyped] = useState('')
  const [text, searchNow] = useRested(typed.trim())
  const found = useQuery(usersQuery({ text, sort: 'user', descending: false, page: 1, size: SHOWN }))
  // The chosen member stays visible when the search changes.
  const users = found.data?.users ?? []
  const shown = chosen && !users.some((user) => user.id === chosen.id) ? [chosen, ...users] : users

  return (
    <fieldset className="field">
      <legend className="label">Member</legend>
      <SearchInput
        label="Search by username or email"
        value={typed}
        onType={setTyped}
        onKeyDown={(event) => {
          // Enter searches; it must not submit the surrounding form.
          if (event.key !== 'Enter') return
          event.preventDefault()
          searchNow()
        }}
      />
      {found.isError && !found.data && (
        <ErrorBanner action={consoleFailureText.loadUsers} error={found.error} onRetry={() => void found.refetch()} />
      )}
      {found.isPending && (
        <SkeletonGroup label="Loading members">
          <Skeleton height={48} />
        </SkeletonGroup>
      )}
      {found.data?.total === 0 && <p className={`quiet ${styles.noneFound}`}>No users found matching your search.</p>}
      {found.data && found.data.total > SHOWN && (
        <p className="hint">There are more matches. Type more of the name or address.</p>
      )}
      <div className={styles.options} aria-busy={found.isPlaceholderData}>
        {shown.map((user) => (
          <label key={user.id} className={styles.option}>
            <input type="radio" name={group} checked={user.id === chosen?.id} onChange={() => onChoose(user)} />
            <Avatar id={user.id} name={user.username} src={user.avatar_url} size={36} />
            <span className="grow">
              <span className="strong ellipsis" dir="auto">
                {user.username}
              </span>
              <span className="small quiet ellipsis">{user.auth_email}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
