import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, Suspense, useCallback, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { Page } from '../../../components/layout/page.tsx'
import { BackLink } from '../../../components/single/back-link.tsx'
import { NotFound } from '../../../components/single/not-found.tsx'
import { TakenDown } from '../../../components/single/taken-down.tsx'
import { FailurePanel } from '../../../components/ui/failure-panel.tsx'
import { removeFeed } from '../../../data/newsfeed/drop-posts.ts'
import { postsOf } from '../../../data/newsfeed/feed-pages.ts'
import { loadedPost, postQuery } from '../../../data/newsfeed/post-query.ts'
import { useNewsfeedRealtime } from '../../../data/newsfeed/realtime.ts'
import { standingQuery } from '../../../data/newsfeed/standing-query.ts'
import { useNow } from '../../../hooks/use-now.ts'
import { useIsTeam } from '../../../hooks/use-session.ts'
import { joinClasses } from '../../../lib/join-classes.ts'
import * as styles from '../single-post.module.css'
import { LateSuspended } from './late-thread.tsx'
import { PostCard } from './post-card.tsx'
import { PostSkeleton } from './post-skeleton.tsx'

export interface SinglePostProps {
  userId: string
  postId: string
  /** Mutes or unmutes this post; beside the link back to the feed. */
  mute: ReactNode
}

/** A post at its own address, with all of its comments. */
export function SinglePost({ userId, postId, mute }: SinglePostProps) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const isTeam = useIsTeam()
  const now = useNow()
  const standing = useQuery(standingQuery(userId))
  const suspended = standing.data?.suspended === true
  const loaded = useQuery({
    ...postQuery(postId),
    enabled: standing.data?.suspended === false,
    initialData: () => loadedPost(queries, postId),
    initialDataUpdatedAt: 0,
  })
  useNewsfeedRealtime({ mayRead: standing.data?.suspended === false, isTeam })
  useEffect(() => {
    if (suspended) removeFeed(queries)
  }, [queries, suspended])
  const post = loaded.data && postsOf(loaded.data)[0]
  // If this reader never saw the post, the address is unknown; if they did, the post has been removed.
  const [wasThere, setWasThere] = useState(false)
  if (post && !wasThere) setWasThere(true)
  const leave = useCallback(() => void navigate('/newsfeed', { replace: true }), [navigate])

  const page = (content: ReactNode, title = 'Post') => (
    <Page title={title} bare className="page">
      <div className={joinClasses('cluster between wrap', post && !post.image_url && styles.single)}>
        <BackLink to="/newsfeed">News</BackLink>
        {post && mute}
      </div>
      <h1 className="visually-hidden" tabIndex={-1}>
        {title}
      </h1>
      {content}
    </Page>
  )
  if (suspended)
    return page(
      <Suspense>
        <LateSuspended userId={userId} />
      </Suspense>,
    )
  if (post)
    return page(
      <div className={styles.single}>
        <PostCard post={post} userId={userId} now={now} priority onDeleted={leave} />
      </div>,
      `Post by ${post.author.username}`,
    )
  if (loaded.data && wasThere)
    return page(<TakenDown title="This post is no longer here." to="/newsfeed" way="Go to News" />)
  if (loaded.data) return <NotFound />
  const error = standing.error ?? loaded.error
  if (!error) return page(<PostSkeleton shapes={[true]} />)
  const retry = () => void (standing.error ? standing : loaded).refetch()
  return page(
    <FailurePanel title="The post did not load" action="loadPosts" error={error} onRetry={retry}>
      Nothing you wrote is lost.
    </FailurePanel>,
  )
}
