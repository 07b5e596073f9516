import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import ArrowUp from 'lucide-react/icons/arrow-up'
import { useEffect, useState } from 'react'
import { Empty } from '../../../components/feedback/empty.tsx'
import { ErrorBanner } from '../../../components/feedback/error-banner.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { Card } from '../../../components/ui/card.tsx'
import { RodsDrawing } from '../../../components/ui/drawings.tsx'
import { postsOf, waitingPosts } from '../../../data/newsfeed/feed-pages.ts'
import { feedQuery } from '../../../data/newsfeed/feed-query.ts'
import { freshQuery, showHead } from '../../../data/newsfeed/fresh-query.ts'
import { useDrawn } from '../../../hooks/use-drawn.ts'
import { useNow } from '../../../hooks/use-now.ts'
import { useIsAdmin } from '../../../hooks/use-session.ts'
import { useReached } from '../use-reached.ts'
import { PostCard, postElementId } from './post-card.tsx'
import { PostSkeleton } from './post-skeleton.tsx'

// A laptop's first screen shows the photos of this many posts at most.
const IN_SIGHT = 2
// And as many reach below any phone’s edge.
const PACE = { first: 2, step: 3 }

/** The posts, further ones as the reader comes to the end, and a word when new ones wait at the top. */
export function PostList({ userId }: { userId: string }) {
  const queryClient = useQueryClient()
  const isAdmin = useIsAdmin()
  const now = useNow()
  const feed = useInfiniteQuery(feedQuery())
  const fresh = useQuery({ ...freshQuery(), enabled: feed.isSuccess })
  const [target, setTarget] = useState<string>()
  const [showing, setShowing] = useState(false)
  const [showFailure, setShowFailure] = useState<unknown>()
  const posts = feed.data && postsOf(feed.data)
  const drawn = useDrawn(posts?.length, PACE)
  const whole = drawn === Number.POSITIVE_INFINITY
  const { data, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = feed
  const more = async () => {
    const read = fresh.dataUpdatedAt
    await fetchNextPage({ cancelRefetch: false })
    // The page was put behind the posts as they were when it was asked for.
    const { queryKey } = freshQuery()
    if (queryClient.getQueryState(queryKey)?.dataUpdatedAt !== read) await queryClient.invalidateQueries({ queryKey })
  }
  // After a failure only the button tries again: the end is still in sight, and would try for ever.
  const end = useReached(
    () => void more(),
    whole && hasNextPage && !isFetchingNextPage && !isFetchNextPageError,
    data?.pages.length,
  )

  // The post may be rendered a little after the feed has changed.
  useEffect(() => {
    const post = target && data && document.getElementById(postElementId(target))
    if (!post) return
    post.scrollIntoView({ block: 'start' })
    post.focus({ preventScroll: true })
    setTarget(undefined)
  }, [target, data])

  if (feed.isPending) return <PostSkeleton />
  if (!data || !posts) return <ErrorBanner action="loadPosts" error={feed.error} onRetry={() => void feed.refetch()} />

  const waiting = fresh.data ? waitingPosts(data, fresh.data) : []
  const show = async () => {
    setShowing(true)
    setShowFailure(undefined)
    try {
      await showHead(queryClient)
      setTarget(waiting[0])
    } catch (error) {
      setShowFailure(error)
    }
    setShowing(false)
  }

  return (
    <div className="feed-list">
      <p className="vh" role="status">
        {waiting.length > 0 && 'There is something new at the top.'}
      </p>
      {waiting.length > 0 && (
        <div className="new-posts">
          <Button
            size="sm"
            busy={showing}
            icon={<ArrowUp className="i" aria-hidden="true" />}
            onClick={() => void show()}
          >
            New posts
          </Button>
        </div>
      )}
      <div className="posts">
        {showFailure !== undefined && <ErrorBanner action="loadPosts" error={showFailure} />}
        {posts.length === 0 && !hasNextPage && (
          <Card>
            <Empty icon={<RodsDrawing />} title="Nothing to show here." />
          </Card>
        )}
        {posts.slice(0, drawn).map((post, index) => (
          <PostCard
            key={post.id}
            post={post}
            userId={userId}
            mayChange={isAdmin || post.user_id === userId}
            now={now}
            priority={index < IN_SIGHT}
          />
        ))}
        <div ref={end} className="feed-end">
          {isFetchNextPageError && <ErrorBanner action="loadPosts" error={feed.error} />}
          {whole && hasNextPage && (
            <Button variant="line" block busy={isFetchingNextPage} onClick={() => void more()}>
              Load more
            </Button>
          )}
        </div>
      </div>
    </div>
  )
}
