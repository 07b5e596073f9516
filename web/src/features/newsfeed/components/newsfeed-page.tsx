import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Banner } from '../../../components/feedback/banner.tsx'
import { Empty } from '../../../components/feedback/empty.tsx'
import { ErrorBanner } from '../../../components/feedback/error-banner.tsx'
import { Card } from '../../../components/ui/card.tsx'
import { RodsDrawing } from '../../../components/ui/drawings.tsx'
import { newsfeedKeys } from '../../../data/newsfeed/keys.ts'
import { useNewsfeedRealtime } from '../../../data/newsfeed/realtime.ts'
import { isForbidden } from '../../../data/newsfeed/refusal.ts'
import { standingQuery } from '../../../data/newsfeed/standing-query.ts'
import { useLastFeed } from '../../../data/newsfeed/use-last-feed.ts'
import { useOnline } from '../../../hooks/use-online.ts'
import '../newsfeed.css'
import { Composer } from './composer.tsx'
import { FeedAsOf } from './feed-as-of.tsx'
import { PostList } from './post-list.tsx'
import { PostSkeleton } from './post-skeleton.tsx'

/** The newsfeed of a member: the composer and the posts, or the word that the member is suspended. */
export function NewsfeedPage({ userId }: { userId: string }) {
  const queryClient = useQueryClient()
  const online = useOnline()
  const standing = useQuery(standingQuery(userId))
  const readAt = useLastFeed(userId, online)
  useNewsfeedRealtime()

  if (standing.isPending) return <PostSkeleton />
  if (!standing.data)
    return <ErrorBanner action="loadPosts" error={standing.error} onRetry={() => void standing.refetch()} />
  if (standing.data.suspended) return <Suspended />
  // Whoever is refused may have been suspended since the page was opened.
  const onForbidden = (error: unknown) => {
    if (isForbidden(error)) void queryClient.invalidateQueries({ queryKey: newsfeedKeys.standing(userId) })
  }
  return (
    <>
      {readAt && <FeedAsOf readAt={readAt} online={online} />}
      <Composer userId={userId} onForbidden={onForbidden} />
      <PostList userId={userId} />
    </>
  )
}

function Suspended() {
  return (
    <>
      <Banner tone="warn">Your account has been suspended from posting in the newsfeed.</Banner>
      <Card>
        <Empty icon={<RodsDrawing />} title="Nothing to show here." />
      </Card>
    </>
  )
}
