import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { refetchRunning } from '../../lib/live/refetch-running.ts'
import type { Load } from '../../lib/live/topic-listener.ts'
import type { TopicMessage } from '../../lib/live/topic-message.ts'
import { useTopic } from '../../lib/live/use-topic.ts'
import { announcePosts } from './announced-query.ts'
import { dropFromFeed } from './drop-posts.ts'
import { withNumbers } from './feed-message.ts'
import { newsfeedKeys } from './keys.ts'
import { holdNumbers, isWriting, takeHeld } from './own-writes.ts'
import { patchLoaded } from './patch-loaded.ts'
import { readNumbers } from './post-numbers.ts'
import { rememberNumbers } from './recent-numbers.ts'
import { refreshPosts } from './refresh-posts.ts'

/** More posts are loaded with the whole feed. */
const NAMED_MAX = 50

export interface NewsfeedReader {
  /** False for a member who may not read the feed; they receive no announcements of it. */
  mayRead: boolean
  /** The team also sees what is hidden from members, so it loads the feed again instead of following the numbers. */
  isTeam: boolean
}

/**
 * Keeps the loaded parts of the newsfeed up to date while a screen shows them. The feed itself keeps its position:
 * numbers change in place, removed posts disappear at once, changed ones are loaded, and new ones are announced.
 */
export function useNewsfeedRealtime({ mayRead, isTeam }: NewsfeedReader): void {
  const queries = useQueryClient()
  const changed = useRef(new Set<string>())
  useTopic(mayRead ? 'feed' : undefined, {
    rows: [newsfeedKeys.loaded(), newsfeedKeys.threads()],
    kept: [newsfeedKeys.fresh()],
    onMessage: (message) => (isTeam ? 'all' : patchFeed(queries, message, changed.current)),
    reload(all) {
      const ids = [...changed.current]
      changed.current.clear()
      if (!all && ids.length <= NAMED_MAX) return refreshPosts(queries, ids)
      return Promise.all(
        [newsfeedKeys.fresh(), newsfeedKeys.posts(), newsfeedKeys.threads()].map((queryKey) =>
          queries.invalidateQueries({ queryKey }),
        ),
      )
    },
  })
}

/** Changes the loaded feed by a message. @param changed receives the posts that have to be loaded again. */
function patchFeed(queries: QueryClient, message: TopicMessage, changed: Set<string>): Load {
  const numbers = readNumbers(message.body.numbers)
  if (!numbers) return 'all'
  if (message.gone.length > 0) {
    dropFromFeed(queries, message.gone)
    refetchRunning(queries, newsfeedKeys.fresh())
    refetchRunning(queries, newsfeedKeys.posts())
    refetchRunning(queries, newsfeedKeys.threads())
  }
  if (numbers.size > 0) {
    const isHeld = (postId: string) => isWriting(queries, postId)
    for (const [postId, each] of numbers) {
      if (isHeld(postId)) holdNumbers(postId, each)
      else takeHeld(postId)
    }
    rememberNumbers(numbers)
    patchLoaded(queries, (feed) => withNumbers(feed, numbers, isHeld))
  }
  announcePosts(queries, message.new)
  for (const postId of message.changed) changed.add(postId)
  // An unanswered post may be among the new ones; its form learns that from the first page.
  const unanswered = queries.getMutationCache().find({ mutationKey: newsfeedKeys.create(), status: 'error' })
  if (message.new.length > 0 && unanswered) return 'all'
  return changed.size > 0 ? 'named' : undefined
}
