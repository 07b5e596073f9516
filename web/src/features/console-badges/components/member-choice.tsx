import { useQuery } from '@tanstack/react-query'
import Search from 'lucide-react/icons/search'
import { useEffect, useId, useState } from 'react'
import { ErrorBanner } from '../../../components/feedback/error-banner.tsx'
import { Skeleton, SkeletonGroup } from '../../../components/feedback/skeleton.tsx'
import { Avatar } from '../../../components/ui/avatar.tsx'
import { TextInput } from '../../../components/ui/text-input.tsx'
import { usersQuery } from '../../../data/users/console-list-query.ts'
import type { UserRow } from '../../../data/users/user-row.ts'

/** As many as fit a dialog; the search finds the others. */
const SHOWN = 6
/** How long the typing must rest before the search runs, in milliseconds. */
const REST_MS = 250

export interface MemberChoiceProps {
  chosen: UserRow | undefined
  onChoose: (user: UserRow) => void
}

/** Finds a member by name or address and chooses one of those found. It stands inside a form. */
export function MemberChoice({ chosen, onChoose }: MemberChoiceProps) {
  const group = useId()
  const [typed, setTyped] = useState('')
  const [text, setText] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setText(typed.trim()), REST_MS)
    return () => clearTimeout(timer)
  }, [typed])
  const found = useQuery(usersQuery({ text, sort: 'user', descending: false, page: 1, size: SHOWN }))
  // Whoever was chosen stays in sight when the search moves on.
  const users = found.data?.users ?? []
  const shown = chosen && !users.some((user) => user.id === chosen.id) ? [chosen, ...users] : users

  return (
    <fieldset className="field member-choice">
      <legend className="label">Member</legend>
      <TextInput
        type="search"
        lead={<Search className="i" aria-hidden="true" />}
        aria-label="Search by username or email"
        placeholder="Search by username or email"
        maxLength={100}
        autoComplete="off"
        dir="auto"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          // Enter searches; it must not send the form around this field.
          if (event.key !== 'Enter') return
          event.preventDefault()
          setText(typed.trim())
        }}
      />
      {found.isError && !found.data && (
        <ErrorBanner action="loadUsers" error={found.error} onRetry={() => void found.refetch()} />
      )}
      {found.isPending && (
        <SkeletonGroup label="Loading members">
          <Skeleton height={48} />
        </SkeletonGroup>
      )}
      {found.data?.total === 0 && <p className="quiet member-none">No users found matching your search.</p>}
      <div className="member-options" aria-busy={found.isPlaceholderData}>
        {shown.map((user) => (
          <label key={user.id} className="member-option">
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
