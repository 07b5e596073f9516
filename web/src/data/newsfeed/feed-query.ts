import { infiniteQueryOptions } from '@tanstack/react-query'
import { type FeedCursor, type FeedPage, loadFirstPage, loadPageAfter } from './feed-page.ts'
import { newsfeedKeys } from './keys.ts'

/**
 * The feed, page by page. It is never loaded again as a whole: that would push new posts under the reader's eyes.
 * `freshQuery` keeps the loaded posts up to date and tells of new ones.
 */
export const feedQuery = () =>
  infiniteQueryOptions({
    queryKey: newsfeedKeys.feed(),
    initialPageParam: undefined as FeedCursor | undefined,
    queryFn: async ({ pageParam, signal, client }) => {
      if (pageParam) return loadPageAfter(pageParam, signal)
      const page = await loadFirstPage(signal)
      // What has just been read is fresh; nothing has to be asked twice.
      client.setQueryData<FeedPage>(newsfeedKeys.fresh(), page)
      return page
    },
    getNextPageParam: (page) => page.next,
    staleTime: Number.POSITIVE_INFINITY,
  })
