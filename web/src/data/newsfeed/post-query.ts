import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { loadByIds } from './feed-page.ts'
import { type Feed, feedOf, postsOf } from './feed-pages.ts'
import { newsfeedKeys } from './keys.ts'
import type { Post } from './post.ts'

/**
 * One post by its ID, as a feed of at most this post, so that writes and messages change it like every loaded post. It is
 * empty when the reader cannot see the post or no longer can.
 */
export const postQuery = (postId: string) =>
  queryOptions({
    queryKey: newsfeedKeys.post(postId),
    queryFn: async ({ signal }) => feedWith(await loadByIds([postId], signal)),
  })

/** The same of a post that the feed has loaded, so that its page can show it at once; undefined without one. */
export function loadedPost(queries: QueryClient, postId: string): Feed | undefined {
  const feed = queries.getQueryData<Feed>(newsfeedKeys.feed())
  const post = feed && postsOf(feed).find(({ id }) => id === postId)
  return post && feedWith([post])
}

const feedWith = (posts: Post[]): Feed => feedOf({ pinned: [], posts, next: undefined })
