import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import CheckCheck from 'lucide-react/icons/check-check'
import Undo2 from 'lucide-react/icons/undo-2'
import { useEffect, useRef } from 'react'
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
import type { RequestOutcome } from '../../../data/network/request-answer-mutation.ts'
import { notificationFailureText } from '../../../data/notifications/failure-text.ts'
import { type Filter, type Notification, notificationsQuery } from '../../../data/notifications/list-query.ts'
import { useReadAllMutation, useReadMutation, useUndoMutation } from '../../../data/notifications/read-mutation.ts'
import { unreadQuery } from '../../../data/notifications/unread-query.ts'
import { useNow } from '../../../hooks/use-now.ts'
import { groupsOf, latestOf } from '../groups.ts'
import { useKeptRequests } from '../kept-requests.ts'
import * as styles from '../notifications.module.css'
import * as tools from '../tools.module.css'
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
  const kept = useKeptRequests(filter)
  const now = useNow(...(list.data?.pages.flat() ?? []).flatMap(({ closesAt }) => closesAt ?? []))
  if (list.isPending) return <Loading />
  if (!list.data) return <LoadFailure action="loadData" error={list.error} onRetry={() => void list.refetch()} />
  const all = kept.in(list.data.pages.flat())
  const mark = ({ id, isRead }: Notification) => {
    if (!isRead) read.mutate(id, { onError: (error) => toast(notificationFailureText('mark as read', error), true) })
  }
  const open = (notification: Notification) => {
    mark(notification)
    onOpen?.()
  }
  const answered = (notification: Notification, outcome?: RequestOutcome) => {
    kept.keep(outcome ? { ...notification, isRead: true } : notification, outcome)
    if (outcome) mark(notification)
  }
  const Heading = inPanel ? 'h3' : 'h2'
  if (all.length === 0) return filter === 'all' ? <AllQuiet /> : <NoneOfThese filter={filter} />
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
                    <NotificationRow
                      notification={each}
                      now={now}
                      onOpen={open}
                      outcome={kept.outcomeOf(each.id)}
                      onAnswer={answered}
                    />
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
 * Marks all notifications as read, and then undoes that until another one is unread: in the same place, so that it can be
 * reached by keyboard and without haste. Disabled, not hidden, while there are none to mark, so that nothing moves when
 * some arrive.
 */
export function MarkAllRead() {
  const { data } = useInfiniteQuery(notificationsQuery())
  // Those that are not loaded yet count too.
  const { data: unread = 0 } = useQuery(unreadQuery())
  const read = useReadAllMutation()
  const undo = useUndoMutation()
  const toast = useToast()
  const isRunning = useRef(false)
  // Two presses in one frame come before the button has changed. The button may be gone when the answer arrives.
  const once = (what: string, act: () => Promise<void>) => {
    if (isRunning.current) return
    isRunning.current = true
    act()
      .catch((error: unknown) => toast(notificationFailureText(what, error), true))
      .finally(() => {
        isRunning.current = false
      })
  }
  const marked = read.data
  const isOver = marked !== undefined && unread > marked.unread
  useEffect(() => {
    if (isOver) read.reset()
  }, [isOver, read.reset])
  const markedAt = isOver ? undefined : marked?.marked_at
  const all = data?.pages.flat() ?? []
  const latest = latestOf(all)
  const mark = (before: string) =>
    once('mark as read', async () => {
      await read.mutateAsync(before)
      toast('All read')
    })
  const unmark = (at: string) =>
    once('mark as unread', async () => {
      await undo.mutateAsync(at)
      read.reset()
      toast('Marked as unread again')
    })
  const isBusy = read.isPending || undo.isPending
  const Icon = markedAt ? Undo2 : CheckCheck
  return (
    <Button
      variant="ghost"
      icon={<Icon className="icon" aria-hidden="true" />}
      aria-label={markedAt ? undefined : 'Mark all read'}
      // While busy it keeps the focus.
      aria-disabled={isBusy || undefined}
      disabled={!isBusy && !markedAt && unread === 0 && all.every(({ isRead }) => isRead)}
      onClick={({ detail }) => {
        if (!markedAt) return latest && mark(latest)
        // A double click on "Mark all read" must not undo it.
        if (detail < 2) unmark(markedAt)
      }}
    >
      {markedAt ? (
        'Undo'
      ) : (
        <>
          <span className="only-wide">Mark all read</span>
          <span className={`only-phone ${tools.brief}`}>All read</span>
        </>
      )}
    </Button>
  )
}

function Loading() {
  return (
    <SkeletonGroup label="Loading notifications">
      <Card className={styles.list}>
        <div className={styles.group}>
          <Skeleton width={64} height="1lh" />
        </div>
        <ul>
          {[0, 1, 2, 3, 4, 5].map((row) => (
            <li key={row} className={styles.entry}>
              <Skeleton width={44} height={44} circle />
              <span className={styles.lines}>
                <Skeleton width="80%" />
                <Skeleton width="52%" className="only-phone" />
                <Skeleton width="64%" height={14} />
                <Skeleton width="40%" height={14} className="only-phone" />
                <Skeleton width={96} height={12} />
              </span>
            </li>
          ))}
        </ul>
      </Card>
    </SkeletonGroup>
  )
}

function NoneOfThese({ filter }: { filter: Filter }) {
  return (
    <Card className={styles.list}>
      {filter === 'unread' ? (
        <Empty icon={<FloatDrawing />} title="Nothing unread" text="You have read all of your notifications." />
      ) : (
        <Empty icon={<FloatDrawing />} title="None of these" text="There is nothing of this kind yet." />
      )}
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
