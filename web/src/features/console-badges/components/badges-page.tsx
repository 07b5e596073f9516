import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmAction } from '../../../components/console/confirm-action.tsx'
import { ConsolePage } from '../../../components/console/console-page.tsx'
import { Empty } from '../../../components/feedback/empty.tsx'
import { ErrorBanner } from '../../../components/feedback/error-banner.tsx'
import { Skeleton, SkeletonGroup } from '../../../components/feedback/skeleton.tsx'
import { useToast } from '../../../components/feedback/toast.tsx'
import { Card } from '../../../components/ui/card.tsx'
import { useBadgeDeleteMutation } from '../../../data/badges/console-award-mutations.ts'
import { type Badge, badgesQuery } from '../../../data/badges/console-badges-query.ts'
import { useBadgesRealtime } from '../../../data/badges/realtime.ts'
import { BadgeNotFound } from '../../../data/badges/refusal.ts'
import { useUsersRealtime } from '../../../data/users/realtime.ts'
import { consoleFailureText } from '../../../lib/console-failure-text.ts'
import { formatCount } from '../../../lib/format.ts'
import * as styles from '../badges.module.css'
import { AwardDialog, type AwardStart } from './award-dialog.tsx'
import { BadgeRow } from './badge-row.tsx'
import { CreateForm } from './create-form.tsx'
import { EditDialog } from './edit-dialog.tsx'
import { Members } from './members.tsx'

/** Creates and awards badges, and shows their holders. */
export function BadgesPage() {
  useBadgesRealtime()
  useUsersRealtime()
  const badges = useQuery(badgesQuery())
  const [start, setStart] = useState<AwardStart>()
  const [editing, setEditing] = useState<Badge>()
  const [deleting, setDeleting] = useState<Badge>()

  return (
    <ConsolePage title="Badges" count={badges.data?.length}>
      <div className={styles.sections}>
        <Card as="section" pad aria-labelledby="create-badge">
          <h2 id="create-badge">Create a badge</h2>
          <CreateForm />
        </Card>
        <section aria-labelledby="all-badges">
          <h2 id="all-badges">All badges</h2>
          {badges.isError && (
            <ErrorBanner action="loadData" error={badges.error} onRetry={() => void badges.refetch()} />
          )}
          {badges.isPending && (
            <SkeletonGroup label="Loading badges">
              <Skeleton height={180} />
            </SkeletonGroup>
          )}
          {badges.data?.length === 0 && (
            <div className="card">
              <Empty title="No badges yet" />
            </div>
          )}
          {badges.data && badges.data.length > 0 && (
            <ul className={`card divide ${styles.list}`}>
              {badges.data.map((badge) => (
                <BadgeRow
                  key={badge.id}
                  badge={badge}
                  onAward={() => setStart({ badge })}
                  onEdit={() => setEditing(badge)}
                  onDelete={() => setDeleting(badge)}
                />
              ))}
            </ul>
          )}
        </section>
        <Members onAward={(user) => setStart({ user })} />
      </div>
      <AwardDialog start={start} badges={badges.data ?? []} onClose={() => setStart(undefined)} />
      {editing && (
        <EditDialog
          badge={badges.data?.find(({ id }) => id === editing.id) ?? editing}
          onClose={() => setEditing(undefined)}
        />
      )}
      <DeleteDialog badge={deleting} onClose={() => setDeleting(undefined)} />
    </ConsolePage>
  )
}

function DeleteDialog({ badge, onClose }: { badge: Badge | undefined; onClose: () => void }) {
  const toast = useToast()
  const remove = useBadgeDeleteMutation()
  const confirm = async () => {
    if (!badge) return
    await remove.mutateAsync(badge.id)
    toast(`Badge ${badge.name} deleted.`)
  }
  return (
    <ConfirmAction
      open={badge !== undefined}
      title={`Delete ${badge?.name ?? ''}?`}
      text={
        badge?.holders
          ? `${formatCount(badge.holders, 'member')} will lose this badge. This cannot be undone.`
          : 'No member holds this badge. This cannot be undone.'
      }
      confirmLabel="Delete"
      onConfirm={confirm}
      onClose={onClose}
      failure={
        remove.error instanceof BadgeNotFound ? consoleFailureText.badgeNotFound : consoleFailureText.removeBadge
      }
    />
  )
}
