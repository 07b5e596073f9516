import type { QueryClient } from '@tanstack/react-query'
import { withdrawPosts } from './announced-query.ts'
import type { FeedPage } from './feed-page.ts'
import { mapPosts } from './feed-pages.ts'
import { newsfeedKeys } from './keys.ts'
import { patchLoaded } from './patch-loaded.ts'

/** Removes posts from all loaded parts of the feed, and so from this device's copy, which follows `fresh`. */
export function dropFromFeed(queries: QueryClient, gone: readonly string[]): void {
  const stays = ({ id }: { id: string }) => !gone.includes(id)
  patchLoaded(queries, (feed) => mapPosts(feed, (post) => (stays(post) ? post : undefined)))
  queries.setQueryData<FeedPage>(
    newsfeedKeys.fresh(),
    (head) => head && { ...head, pinned: head.pinned.filter(stays), posts: head.posts.filter(stays) },
  )
  withdrawPosts(queries, gone)
  for (const id of gone) queries.removeQueries({ queryKey: newsfeedKeys.thread(id) })
}

/** Removes all loaded parts of the feed, because its reader may no longer read it. */
export function removeFeed(queries: QueryClient): void {
  for (const queryKey of [newsfeedKeys.loaded(), newsfeedKeys.fresh(), newsfeedKeys.threads()])
    queries.removeQueries({ queryKey })
}
