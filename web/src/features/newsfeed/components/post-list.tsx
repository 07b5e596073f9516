import { useInfiniteQuery, useIsMutating, useQuery, useQueryClient } from '@tanstack/react-query'
import ArrowUp from 'lucide-react/icons/arrow-up'
import { Fragment, type ReactNode, useEffect, useState } from 'react'
import { Empty } from '../../../components/feedback/empty.tsx'
import { ErrorBanner } from '../../../components/feedback/error-banner.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { Card } from '../../../components/ui/card.tsx'
import { RodsDrawing } from '../../../components/ui/rods-drawing.tsx'
import { RowBoundary } from '../../../components/ui/row-boundary.tsx'
import { announcedQuery } from '../../../data/newsfeed/announced-query.ts'
import { postsOf, waitingPosts } from '../../../data/newsfeed/feed-pages.ts'
import { feedQuery } from '../../../data/newsfeed/feed-query.ts'
import { freshQuery, restartFeed } from '../../../data/newsfeed/fresh-query.ts'
import { newsfeedKeys } from '../../../data/newsfeed/keys.ts'
import { useDrawn } from '../../../hooks/use-drawn.ts'
import { useNow } from '../../../hooks/use-now.ts'
import { whenIdle } from '../../../lib/when-idle.ts'
import * as styles from '../feed.module.css'
import { useNearWindow } from '../use-near-window.ts'
import { NEW_POST } from './composer.tsx'
import { FeedFailure } from './feed-failure.tsx'
import { KeepPlace } from './keep-place.tsx'
import { prefetchThread } from './late-thread.tsx'
import { PostCard, postElementId } from './post-card.tsx'
import { PostSkeleton } from './post-skeleton.tsx'

// A laptop's first screen shows the photos of at most this many posts.
const IN_SIGHT = 2
// This many posts extend below any phone's screen.
const PACE = { first: 2, step: 3 }
// On a phone the info cards follow this many posts.
const BEFORE_CARDS = 3

export interface PostListProps {
  userId: string
  /** Info cards between the posts. */
  cards?: ReactNode
}

/** The posts, more of them near the end of the list, and a notice when new ones are available. */
export function PostList({ userId, cards }: PostListProps) {
  const queryClient = useQueryClient()
  const now = useNow()
  const feed = useInfiniteQuery(feedQuery())
  const fresh = useQuery({ ...freshQuery(), enabled: feed.isSuccess })
  const { data: announced } = useQuery(announcedQuery())
  // The member's own post is announced before its answer arrives.
  const publishing = useIsMutating({ mutationKey: newsfeedKeys.create() }) > 0
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
    // The page belongs after the posts that were loaded when it was requested.
    const { queryKey } = freshQuery()
    if (queryClient.getQueryState(queryKey)?.dataUpdatedAt !== read) await queryClient.invalidateQueries({ queryKey })
  }
  // After a failure only the button retries: the end is still visible, and would retry for ever.
  const end = useNearWindow(
    () => void more(),
    whole && hasNextPage && !isFetchingNextPage && !isFetchNextPageError,
    data?.pages.length,
  )

  useEffect(() => whenIdle(prefetchThread), [])
  // The post may be rendered shortly after the feed has changed.
  useEffect(() => {
    const post = target && data && document.getElementById(postElementId(target))
    if (!post) return
    post.scrollIntoView({ block: 'start' })
    post.focus({ preventScroll: true })
    setTarget(undefined)
  }, [target, data])

  if (feed.isPending) return <PostSkeleton />
  if (!data || !posts) return <FeedFailure error={feed.error} onRetry={() => void feed.refetch()} />

  const waiting = waitingPosts(data, fresh.data, publishing ? [] : announced)
  const show = async () => {
    setShowing(true)
    setShowFailure(undefined)
    try {
      const { pinned, posts: newest } = await restartFeed(queryClient)
      setTarget([...pinned, ...newest].find(({ id }) => waiting.includes(id))?.id)
    } catch (error) {
      setShowFailure(error)
    }
    setShowing(false)
  }

  return (
    <div>
      <p className="visually-hidden" role="status">
        {waiting.length > 0 && 'New posts are available at the top.'}
      </p>
      {waiting.length > 0 && (
        <div className={styles.newPosts}>
          <Button
            size="sm"
            busy={showing}
            icon={<ArrowUp className="icon" aria-hidden="true" />}
            onClick={() => void show()}
          >
            New posts
          </Button>
        </div>
      )}
      <KeepPlace of={data} className={styles.posts}>
        {showFailure !== undefined && <ErrorBanner action="loadPosts" error={showFailure} />}
        {posts.length === 0 && !hasNextPage && (
          <Card>
            <Empty
              icon={<RodsDrawing />}
              title="No posts yet. Start the conversation."
              action={<Button onClick={() => document.getElementById(NEW_POST)?.focus()}>Write the first post</Button>}
            />
          </Card>
        )}
        {posts.slice(0, drawn).map((post, index) => (
          <Fragment key={post.id}>
            {index === BEFORE_CARDS && cards}
            <RowBoundary of={post}>
              <PostCard post={post} userId={userId} now={now} priority={index < IN_SIGHT} />
            </RowBoundary>
          </Fragment>
        ))}
        {posts.length <= BEFORE_CARDS && cards}
        <div ref={end} className={styles.ending}>
          {isFetchNextPageError && <ErrorBanner action="loadPosts" error={feed.error} />}
          {whole && hasNextPage && (
            <Button variant="line" block busy={isFetchingNextPage} onClick={() => void more()}>
              Load more
            </Button>
          )}
        </div>
      </KeepPlace>
    </div>
  )
}
