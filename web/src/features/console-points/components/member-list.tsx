import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Empty } from '../../../components/feedback/empty.tsx'
import { ErrorBanner } from '../../../components/feedback/error-banner.tsx'
import { Skeleton, SkeletonGroup } from '../../../components/feedback/skeleton.tsx'
import { Avatar } from '../../../components/ui/avatar.tsx'
import { FloatDrawing } from '../../../components/ui/float-drawing.tsx'
import { Pager } from '../../../components/ui/pager.tsx'
import { SearchField } from '../../../components/ui/search-field.tsx'
import { usersQuery } from '../../../data/users/console-list-query.ts'
import type { ListState } from '../../../hooks/use-list-state.ts'
import { consoleFailureText } from '../../../lib/console-failure-text.ts'
import { formatCount, formatPoints } from '../../../lib/format.ts'
import * as styles from '../points.module.css'

const PAGE_SIZE = 30

export interface MemberListProps {
  list: ListState
  chosenId: string | undefined
  onChoose: (userId: string) => void
}

/** The list of members to choose from, by name. */
export function MemberList({ list, chosenId, onChoose }: MemberListProps) {
  const { search: text, page, onPage } = list
  const users = useQuery(usersQuery({ text, sort: 'user', descending: false, page, size: PAGE_SIZE }))
  const total = users.data?.total ?? 0
  const pages = Math.max(1, Math.ceil(total / PAGE_SIZE))
  const beyond = users.isSuccess && !users.isPlaceholderData && page > pages
  useEffect(() => {
    if (beyond) onPage(pages)
  }, [beyond, pages, onPage])

  return (
    <section className={styles.members} aria-label="Members">
      <SearchField
        label="Search by username or email"
        placeholder="Search by username or email"
        value={text}
        onChange={list.onSearch}
      />
      {users.isError && (
        <ErrorBanner
          className={styles.belowSearch}
          action={consoleFailureText.loadUsers}
          error={users.error}
          onRetry={() => void users.refetch()}
        />
      )}
      {(users.isPending || beyond) && (
        <SkeletonGroup label="Loading members">
          <Skeleton className={styles.belowSearch} height={320} />
        </SkeletonGroup>
      )}
      {users.data && !beyond && total === 0 && (
        <div className={`card ${styles.belowSearch}`}>
          <Empty icon={<FloatDrawing />} title="No users found matching your search." />
        </div>
      )}
      {users.data && users.data.users.length > 0 && (
        <ul className={`card divide ${styles.belowSearch}`} aria-busy={users.isPlaceholderData}>
          {users.data.users.map((user) => (
            <li key={user.id}>
              <button
                type="button"
                className={styles.member}
                aria-pressed={user.id === chosenId}
                onClick={() => onChoose(user.id)}
              >
                <Avatar id={user.id} name={user.username} src={user.avatar_url} size={36} />
                <span className="grow">
                  <span className="strong ellipsis" dir="auto">
                    {user.username}
                  </span>
                  <span className="small quiet ellipsis">{user.auth_email}</span>
                </span>
                <span className="figure">{formatPoints(user.points)}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <Pager
        label="Pages of members"
        page={page}
        pages={pages}
        onPage={onPage}
        note={total > 0 && formatCount(total, 'member')}
      />
    </section>
  )
}
