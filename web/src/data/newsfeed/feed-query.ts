import { infiniteQueryOptions } from '@tanstack/react-query'
import { type FeedPage, loadFirstPage, loadPageAfter } from './feed-page.ts'
import { newsfeedKeys } from './keys.ts'
import type { FeedCursor } from './post.ts'

/**
 * The feed, page by page. It is never refetched as a whole, because that would insert posts above the reader's
 * position. `freshQuery` keeps the loaded posts up to date and reports new ones.
 */
export const feedQuery = () =>
  infiniteQueryOptions({
    queryKey: newsfeedKeys.feed(),
    initialPageParam: undefined as FeedCursor | undefined,
    queryFn: async ({ pageParam, signal, client }) => {
      if (pageParam) return loadPageAfter(pageParam, signal)
      const page = await loadFirstPage(signal)
      // What was just loaded is fresh and need not be requested twice.
      client.setQueryData<FeedPage>(newsfeedKeys.fresh(), page)
      return page
    },
    getNextPageParam: (page) => page.next,
    staleTime: Number.POSITIVE_INFINITY,
  })
