import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, Suspense, useEffect } from 'react'
import { Empty } from '../../../components/feedback/empty.tsx'
import { Card } from '../../../components/ui/card.tsx'
import { RodsDrawing } from '../../../components/ui/rods-drawing.tsx'
import { removeFeed } from '../../../data/newsfeed/drop-posts.ts'
import { newsfeedKeys } from '../../../data/newsfeed/keys.ts'
import { useNewsfeedRealtime } from '../../../data/newsfeed/realtime.ts'
import { isForbidden } from '../../../data/newsfeed/refusal.ts'
import { standingQuery } from '../../../data/newsfeed/standing-query.ts'
import { useLastFeed } from '../../../data/newsfeed/use-last-feed.ts'
import { useOnline } from '../../../hooks/use-online.ts'
import { useIsTeam } from '../../../hooks/use-session.ts'
import { Composer } from './composer.tsx'
import { FeedAsOf } from './feed-as-of.tsx'
import { FeedFailure } from './feed-failure.tsx'
import { LateSuspended } from './late-thread.tsx'
import { PostList } from './post-list.tsx'
import { FeedSkeleton } from './post-skeleton.tsx'

/** A member's newsfeed: the composer and the posts with the info cards between them, or a notice that the member is suspended. */
export function NewsfeedPage({ userId, cards }: { userId: string; cards?: ReactNode }) {
  const queryClient = useQueryClient()
  const online = useOnline()
  const standing = useQuery(standingQuery(userId))
  const readAt = useLastFeed(userId, online)
  const isTeam = useIsTeam()
  const suspended = standing.data?.suspended === true
  useNewsfeedRealtime({ mayRead: standing.data?.suspended === false, isTeam })
  useEffect(() => {
    if (suspended) removeFeed(queryClient)
  }, [queryClient, suspended])

  if (standing.isPending) return <FeedSkeleton />
  if (!standing.data) return <FeedFailure error={standing.error} onRetry={() => void standing.refetch()} />
  if (suspended)
    return (
      <Suspense fallback={<FeedSkeleton />}>
        <LateSuspended userId={userId}>
          <Card>
            <Empty icon={<RodsDrawing />} title="Nothing to show here." />
          </Card>
        </LateSuspended>
      </Suspense>
    )
  // A refusal may mean that the member was suspended since the page was opened.
  const onForbidden = (error: unknown) => {
    if (isForbidden(error)) void queryClient.invalidateQueries({ queryKey: newsfeedKeys.standing(userId) })
  }
  return (
    <>
      {readAt && <FeedAsOf readAt={readAt} online={online} />}
      <Composer userId={userId} onForbidden={onForbidden} />
      <PostList userId={userId} cards={cards} />
    </>
  )
}
