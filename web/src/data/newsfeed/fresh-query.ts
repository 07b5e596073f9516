import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { type FeedPage, loadByIds, loadFirstPage } from './feed-page.ts'
import { type Feed, feedOf, mapPosts, postsOf } from './feed-pages.ts'
import { newsfeedKeys } from './keys.ts'

/**
 * The feed's first page as it is now. Loading it also brings every post that the reader has loaded up to date and
 * drops those that are gone, without moving anything else.
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
      // A feed that is empty all of a sudden is what a member sees who was suspended.
      if (before && others.length > 0 && inHead.size === 0) invalidate(queryClient, newsfeedKeys.standings())

      const asked = new Set([...inHead, ...others])
      const current = new Map([...head.pinned, ...head.posts, ...rest].map((post) => [post.id, post]))
      queryClient.setQueryData<Feed>(
        key,
        // Posts that came in meanwhile were not asked for, so their absence says nothing.
        (feed) => feed && mapPosts(feed, (post) => (asked.has(post.id) ? current.get(post.id) : post)),
      )
      return head
    },
  })

/** Begins the feed anew with what is its first page now. */
export async function showHead(queryClient: QueryClient): Promise<void> {
  await queryClient.cancelQueries({ queryKey: newsfeedKeys.feed() })
  const head = await queryClient.fetchQuery({ ...freshQuery(), staleTime: 0 })
  queryClient.setQueryData<Feed>(newsfeedKeys.feed(), feedOf(head))
}

/**
 * To be called around every change of the loaded feed that follows a write: an answer or a page that was asked for
 * before it would bring back what was there before.
 * @returns a function that asks again if an answer was stopped. A stopped page is asked for by scrolling.
 */
export async function holdFresh(queryClient: QueryClient): Promise<() => void> {
  const queryKey = newsfeedKeys.fresh()
  const stopped = queryClient.isFetching({ queryKey }) > 0
  await queryClient.cancelQueries({ queryKey })
  // The very first load goes on: without it there would be nothing to show.
  if (queryClient.getQueryData(newsfeedKeys.feed())) await queryClient.cancelQueries({ queryKey: newsfeedKeys.feed() })
  return () => {
    if (stopped) invalidate(queryClient, queryKey)
  }
}

function invalidate(queryClient: QueryClient, queryKey: readonly unknown[]): void {
  queryClient.invalidateQueries({ queryKey }).catch((error: unknown) => console.error(queryKey, error))
}
