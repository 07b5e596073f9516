import type { InfiniteData } from '@tanstack/react-query'
import type { FeedPage } from './feed-page.ts'
import type { Post } from './post.ts'

/** The feed as far as it has been read. */
export type Feed = InfiniteData<FeedPage, unknown>

/** The feed in order of reading, each post once: one that was unpinned meanwhile may come again further down. */
export function postsOf(feed: Feed): Post[] {
  const seen = new Map<string, Post>()
  for (const page of feed.pages)
    for (const post of [...page.pinned, ...page.posts]) if (!seen.has(post.id)) seen.set(post.id, post)
  return [...seen.values()]
}

/** A feed of its first page only. */
export const feedOf = (page: FeedPage): Feed => ({ pages: [page], pageParams: [undefined] })

/** Every loaded post passed through `change`; undefined drops it. Cursors stay, so paging goes on as before. */
export function mapPosts(feed: Feed, change: (post: Post) => Post | undefined): Feed {
  const apply = (posts: Post[]) => posts.flatMap((post) => change(post) ?? [])
  return {
    ...feed,
    pages: feed.pages.map((page) => ({ ...page, pinned: apply(page.pinned), posts: apply(page.posts) })),
  }
}

/** The feed with one post changed. */
export const patchPost = (feed: Feed, id: string, change: (post: Post) => Post): Feed =>
  mapPosts(feed, (post) => (post.id === id ? change(post) : post))

/** The feed with a new post at the top of its kind. */
export function withNewPost(feed: Feed, post: Post): Feed {
  const [first, ...rest] = feed.pages
  if (!first || postsOf(feed).some(({ id }) => id === post.id)) return feed
  const page = post.is_announcement
    ? { ...first, pinned: [post, ...first.pinned] }
    : { ...first, posts: [post, ...first.posts] }
  return { ...feed, pages: [page, ...rest] }
}

/** Ids at the head of the feed that the reader has not loaded, within the stretch of time that is loaded. */
export function waitingPosts(feed: Feed, head: FeedPage): string[] {
  const loaded = new Set(postsOf(feed).map(({ id }) => id))
  // With posts gone, a first page reaches further down than the loaded one did; what it finds there is not new.
  const oldest = feed.pages.flatMap(({ posts }) => posts).at(-1)?.created_at
  const isNew = (post: Post) => oldest === undefined || post.created_at > oldest
  return [...head.pinned, ...head.posts.filter(isNew)].flatMap(({ id }) => (loaded.has(id) ? [] : id))
}
