import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ConfirmAction } from '../../../components/console/confirm-action.tsx'
import { Empty } from '../../../components/feedback/empty.tsx'
import { ErrorBanner } from '../../../components/feedback/error-banner.tsx'
import { Skeleton, SkeletonGroup } from '../../../components/feedback/skeleton.tsx'
import { useToast } from '../../../components/feedback/toast.tsx'
import { FloatDrawing } from '../../../components/ui/float-drawing.tsx'
import { Pager } from '../../../components/ui/pager.tsx'
import { SearchField } from '../../../components/ui/search-field.tsx'
import { useAwardRemoveMutation } from '../../../data/badges/console-award-mutations.ts'
import { type HeldBadge, heldBadgesQuery } from '../../../data/badges/console-held-query.ts'
import { BadgeNotFound } from '../../../data/badges/refusal.ts'
import { usersQuery } from '../../../data/users/console-list-query.ts'
import type { UserRow } from '../../../data/users/user-row.ts'
import { useListState } from '../../../hooks/use-list-state.ts'
import { consoleFailureText } from '../../../lib/console-failure-text.ts'
import { formatCount } from '../../../lib/format.ts'
import * as styles from '../badges.module.css'
import { MemberBadges } from './member-badges.tsx'

const PAGE_SIZE = 10

/** The members with the badges they hold, a page at a time. */
export function Members({ onAward }: { onAward: (user: UserRow) => void }) {
  const list = useListState({ sort: { key: 'user', dir: 'asc' }, sorts: ['user'] })
  const { search: text, page, onPage } = list
  const users = useQuery(usersQuery({ text, sort: 'user', descending: false, page, size: PAGE_SIZE }))
  const held = useQuery(heldBadgesQuery((users.data?.users ?? []).map(({ id }) => id)))
  const [removing, setRemoving] = useState<{ user: UserRow; badge: HeldBadge }>()
  const total = users.data?.total ?? 0
  const pages = Math.max(1, Math.ceil(total / PAGE_SIZE))
  const beyond = users.isSuccess && !users.isPlaceholderData && page > pages
  useEffect(() => {
    if (beyond) onPage(pages)
  }, [beyond, pages, onPage])
  const failed = [users, held].find((query) => query.isError)

  return (
    <section aria-label="Badges of members">
      <div className={styles.search}>
        <SearchField
          label="Search members by username or email"
          placeholder="Search by username or email"
          value={text}
          onChange={list.onSearch}
        />
      </div>
      {failed && (
        <ErrorBanner
          action="loadData"
          error={failed.error}
          onRetry={() => {
            for (const query of [users, held]) if (query.isError) void query.refetch()
          }}
        />
      )}
      {(users.isPending || beyond) && (
        <SkeletonGroup label="Loading members">
          <Skeleton height={240} />
        </SkeletonGroup>
      )}
      {users.data && !beyond && total === 0 && (
        <div className="card">
          <Empty icon={<FloatDrawing />} title="No users found matching your search." />
        </div>
      )}
      {users.data && users.data.users.length > 0 && (
        <ul className="card divide" aria-busy={users.isPlaceholderData || held.isPlaceholderData}>
          {users.data.users.map((user) => (
            <MemberBadges
              key={user.id}
              user={user}
              badges={held.isPlaceholderData ? held.data?.[user.id] : held.data && (held.data[user.id] ?? [])}
              onAward={() => onAward(user)}
              onRemove={(badge) => setRemoving({ user, badge })}
            />
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
      <RemoveDialog removing={removing} onClose={() => setRemoving(undefined)} />
    </section>
  )
}

interface RemoveDialogProps {
  removing: { user: UserRow; badge: HeldBadge } | undefined
  onClose: () => void
}

function RemoveDialog({ removing, onClose }: RemoveDialogProps) {
  const toast = useToast()
  const remove = useAwardRemoveMutation()
  const confirm = async () => {
    if (!removing) return
    const { user, badge } = removing
    await remove.mutateAsync({ userId: user.id, badgeId: badge.badgeId })
    toast(`${badge.name} was removed from ${user.username}.`)
  }
  return (
    <ConfirmAction
      open={removing !== undefined}
      title="Remove badge?"
      text={
        <>
          <bdi className="strong">{removing?.user.username}</bdi> will no longer hold{' '}
          <bdi className="strong">{removing?.badge.name}</bdi>. The post in the newsfeed stays.
        </>
      }
      confirmLabel="Remove"
      onConfirm={confirm}
      onClose={onClose}
      failure={
        remove.error instanceof BadgeNotFound ? consoleFailureText.badgeNotFound : consoleFailureText.removeBadge
      }
    />
  )
}
