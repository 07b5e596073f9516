import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTopic } from '../../lib/live/use-topic.ts'
import type { Thread } from './comments-query.ts'
import { newsfeedKeys } from './keys.ts'
import { readThreadNews, withNews } from './thread-message.ts'
import { agrees } from './thread-pages.ts'

/** The number of a post may arrive this much later than its comment. */
const SETTLED_MS = 2_000

export interface ThreadReader {
  postId: string
  userId: string
  /** The team also sees comments of suspended members, so it loads the thread again. */
  isTeam: boolean
  thread: Thread | undefined
  /** Number of comments that the post shows. */
  count: number
}

/** Adds, changes and removes the comments of an open thread as they are announced, without a request. */
export function useThreadRealtime({ postId, userId, isTeam, thread, count }: ThreadReader): void {
  const queries = useQueryClient()
  const queryKey = newsfeedKeys.thread(postId)
  useTopic(`post:${postId}`, {
    rows: [queryKey],
    onMessage({ body, gone }) {
      const news = readThreadNews(body.comments, gone)
      // An answer that is on its way may have been read before the change.
      if (isTeam || !news || queries.isFetching({ queryKey }) > 0) return 'all'
      const sending = queries.isMutating({ mutationKey: newsfeedKeys.comment(postId) }) > 0 ? userId : undefined
      queries.setQueryData<Thread>(queryKey, (known) => known && withNews(known, news, sending))
      return undefined
    },
  })
  const differs = thread !== undefined && !agrees(thread, count)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each state of the two
  useEffect(() => {
    if (!differs) return undefined
    const timer = setTimeout(() => {
      queries
        .invalidateQueries({ queryKey: newsfeedKeys.thread(postId) })
        .catch((error: unknown) => console.error('thread', error))
    }, SETTLED_MS)
    return () => clearTimeout(timer)
  }, [queries, postId, differs, count])
}
