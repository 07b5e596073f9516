import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { STALE } from '../../config/stale.ts'
import { staleUnlessFollowed } from '../../lib/live/followed-rows.ts'
import { withdrawPosts } from './announced-query.ts'
import { type FeedPage, loadByIds, loadFirstPage } from './feed-page.ts'
import { type Feed, feedOf, mapPosts, postsOf } from './feed-pages.ts'
import { newsfeedKeys } from './keys.ts'

/**
 * The current first page of the feed. Loading it also updates every loaded post and removes those that no longer exist,
 * without moving any other.
 */
export const freshQuery = () =>
  queryOptions({
    queryKey: newsfeedKeys.fresh(),
    queryFn: async ({ signal, client: queryClient }): Promise<FeedPage> => {
      const key = newsfeedKeys.feed()
      const before = queryClient.getQueryData<Feed>(key)
      const head = await loadFirstPage(signal)
      const inHead = new Set([...head.pinned, ...head.posts].map(({ id }) => id))
      const others = before ? postsOf(before).flatMap(({ id }) => (inHead.has(id) ? [] : id)) : []
      const rest = others.length > 0 ? await loadByIds(others, signal) : []
      signal.throwIfAborted()
      // A feed that is suddenly empty is what a newly suspended member sees.
      if (before && others.length > 0 && inHead.size === 0)
        void queryClient.invalidateQueries({ queryKey: newsfeedKeys.standings() })

      const asked = new Set([...inHead, ...others])
      const current = new Map([...head.pinned, ...head.posts, ...rest].map((post) => [post.id, post]))
      queryClient.setQueryData<Feed>(
        key,
        // Posts loaded in the meantime were not requested here, so their absence means nothing.
        (feed) => feed && mapPosts(feed, (post) => (asked.has(post.id) ? current.get(post.id) : post)),
      )
      return head
    },
    staleTime: staleUnlessFollowed(STALE.halfMinute),
  })

/** Restarts the feed from its current first page. @returns that page. */
export async function restartFeed(queryClient: QueryClient): Promise<FeedPage> {
  const announced = queryClient.getQueryData<string[]>(newsfeedKeys.announced()) ?? []
  await queryClient.cancelQueries({ queryKey: newsfeedKeys.feed() })
  const head = await queryClient.fetchQuery({ ...freshQuery(), staleTime: 0 })
  queryClient.setQueryData<Feed>(newsfeedKeys.feed(), feedOf(head))
  withdrawPosts(queryClient, announced)
  return head
}

/**
 * Call this around every change of the loaded feed that follows a write: an answer or page requested before it would
 * restore the previous state.
 * @returns a function that repeats a cancelled request. A cancelled page is requested again by scrolling.
 */
export async function holdFresh(queryClient: QueryClient): Promise<() => void> {
  const feed = newsfeedKeys.feed()
  const keys: (readonly string[])[] = [newsfeedKeys.fresh(), newsfeedKeys.posts()]
  // Without the first page there is nothing to change yet.
  if (!queryClient.getQueryData(feed)) keys.push(feed)
  const stopped = keys.filter((queryKey) => queryClient.isFetching({ queryKey }))
  await Promise.all([...stopped, feed].map((queryKey) => queryClient.cancelQueries({ queryKey })))
  return () => {
    for (const queryKey of stopped) void queryClient.invalidateQueries({ queryKey })
  }
}
