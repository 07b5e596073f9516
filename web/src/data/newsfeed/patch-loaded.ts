import type { QueryClient } from '@tanstack/react-query'
import type { Feed } from './feed-pages.ts'
import { newsfeedKeys } from './keys.ts'

/** Changes the posts wherever they are loaded: in the feed, and where one was opened by its address. */
export function patchLoaded(queries: QueryClient, change: (feed: Feed) => Feed): void {
  queries.setQueriesData<Feed>({ queryKey: newsfeedKeys.loaded() }, (feed) => feed && change(feed))
}
