import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import CheckCheck from 'lucide-react/icons/check-check'
import { Empty } from '../../../components/feedback/empty.tsx'
import { ErrorBanner } from '../../../components/feedback/error-banner.tsx'
import { LoadFailure } from '../../../components/feedback/load-failure.tsx'
import { Skeleton, SkeletonGroup } from '../../../components/feedback/skeleton.tsx'
import { useToast } from '../../../components/feedback/toast.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { ButtonLink } from '../../../components/ui/button-link.tsx'
import { Card } from '../../../components/ui/card.tsx'
import { FloatDrawing } from '../../../components/ui/float-drawing.tsx'
import { RowBoundary } from '../../../components/ui/row-boundary.tsx'
import { type Filter, type Notification, notificationsQuery } from '../../../data/notifications/list-query.ts'
import { useReadAllMutation, useReadMutation, useUndoMutation } from '../../../data/notifications/read-mutation.ts'
import { unreadQuery } from '../../../data/notifications/unread-query.ts'
import { useNow } from '../../../hooks/use-now.ts'
import { bannerText } from '../../../lib/failure-text.ts'
import { groupsOf, latestOf } from '../groups.ts'
import * as styles from '../notifications.module.css'
import { NotificationRow } from './notification-row.tsx'

export interface NotificationsPageProps {
  filter?: Filter
  /** In the panel: without a frame, and with headings of the third level. */
  inPanel?: boolean
  /** Called when a notification is opened. */
  onOpen?: () => void
}

/** The member's notifications under the headings of their time, after what is to be done within a day. */
export function NotificationsPage({ filter = 'all', inPanel = false, onOpen }: NotificationsPageProps) {
  const list = useInfiniteQuery(notificationsQuery(filter))
  const read = useReadMutation()
  const toast = useToast()
  const now = useNow(...(list.data?.pages.flat() ?? []).flatMap(({ closesAt }) => closesAt ?? []))
  if (list.isPending) return <Loading />
  if (!list.data) return <LoadFailure action="loadData" error={list.error} onRetry={() => void list.refetch()} />
  const all = list.data.pages.flat()
  const open = ({ id, isRead }: Notification) => {
    if (!isRead) read.mutate(id, { onError: (error) => toast(bannerText('saveSettings', error), true) })
    onOpen?.()
  }
  const Heading = inPanel ? 'h3' : 'h2'
  if (all.length === 0) return filter === 'all' ? <AllQuiet /> : <NoneOfThese />
  return (
    <div className={styles.list}>
      {list.isError && <ErrorBanner action="loadData" error={list.error} onRetry={() => void list.refetch()} />}
      <Card>
        {groupsOf(all, now).map(({ title, items }) => (
          <section key={title} aria-label={title}>
            <Heading className={styles.group}>{title}</Heading>
            <ul>
              {items.map((each) => (
                <RowBoundary key={each.id} of={each} as="li">
                  <li className={styles.item}>
                    <NotificationRow notification={each} now={now} onOpen={open} />
                  </li>
                </RowBoundary>
              ))}
            </ul>
          </section>
        ))}
        {list.hasNextPage && (
          <div className={styles.earlier}>
            <Button variant="line" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
              Show earlier notifications
            </Button>
          </div>
        )}
      </Card>
    </div>
  )
}

/**
 * Marks all notifications as read, which can be undone for five seconds; disabled, not hidden, while there are none to
 * mark, so that nothing moves when some arrive.
 */
export function MarkAllRead() {
  const { data } = useInfiniteQuery(notificationsQuery())
  const read = useReadAllMutation()
  const undo = useUndoMutation()
  const toast = useToast()
  const onError = (error: unknown) => toast(bannerText('saveSettings', error), true)
  const onSuccess = ({ marked_at }: { marked_at: string }) =>
    toast(
      <span className={styles.undo}>
        All read
        <Button
          variant="tip"
          size="sm"
          onClick={() => undo.mutate(marked_at, { onSuccess: () => toast('Marked as unread again'), onError })}
        >
          Undo
        </Button>
      </span>,
    )
  const all = data?.pages.flat() ?? []
  const latest = latestOf(all)
  // Those that are not loaded yet count too.
  const { data: unread = 0 } = useQuery(unreadQuery())
  return (
    <Button
      variant="ghost"
      icon={<CheckCheck className="icon" aria-hidden="true" />}
      disabled={read.isPending || (unread === 0 && all.every(({ isRead }) => isRead))}
      onClick={() => latest && read.mutate(latest, { onSuccess, onError })}
    >
      Mark all read
    </Button>
  )
}

function Loading() {
  return (
    <SkeletonGroup label="Loading notifications">
      <Card pad className={styles.list}>
        {[0, 1, 2, 3].map((row) => (
          <Skeleton key={row} height={76} />
        ))}
      </Card>
    </SkeletonGroup>
  )
}

function NoneOfThese() {
  return (
    <Card className={styles.list}>
      <Empty
        icon={<FloatDrawing />}
        title="None of these"
        text="There is nothing of this kind yet. Choose All to see the rest."
      />
    </Card>
  )
}

function AllQuiet() {
  return (
    <Card className={styles.list}>
      <Empty
        icon={<FloatDrawing />}
        title="All quiet"
        text="Reactions, comments, game results and prizes will turn up here. Until then, watch the float."
        action={
          <ButtonLink to="/games" variant="line">
            See what is open to play
          </ButtonLink>
        }
      />
    </Card>
  )
}
