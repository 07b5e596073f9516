import type { InfiniteData } from '@tanstack/react-query'
import type { FeedPage } from './feed-page.ts'
import type { Post } from './post.ts'

/** The loaded pages of the feed. */
export type Feed = InfiniteData<FeedPage, unknown>

/** The feed in reading order, each post once: a post that was just unpinned may appear again further down. */
export function postsOf(feed: Feed): Post[] {
  const seen = new Map<string, Post>()
  for (const page of feed.pages)
    for (const post of [...page.pinned, ...page.posts]) if (!seen.has(post.id)) seen.set(post.id, post)
  return [...seen.values()]
}

/** A feed with only its first page. */
export const feedOf = (page: FeedPage): Feed => ({ pages: [page], pageParams: [undefined] })

/** Every loaded post mapped by `change`; undefined removes it. Cursors stay, so paging continues unchanged. */
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

/** Date of the oldest loaded post; undefined when only pinned posts are loaded. */
export const oldestOf = (feed: Feed): string | undefined => feed.pages.flatMap(({ posts }) => posts).at(-1)?.created_at

/**
 * IDs of posts that are not loaded: at the head of the feed, within the period that is loaded, and announced ones.
 */
export function waitingPosts(feed: Feed, head: FeedPage | undefined, announced: readonly string[]): string[] {
  const loaded = new Set(postsOf(feed).map(({ id }) => id))
  // After deletions a first page reaches further back than the loaded one did; older posts found there are not new.
  const oldest = oldestOf(feed)
  const isNew = (post: Post) => oldest === undefined || post.created_at > oldest
  const inHead = head ? [...head.pinned, ...head.posts.filter(isNew)] : []
  return [...new Set([...inHead.map(({ id }) => id), ...announced])].filter((id) => !loaded.has(id))
}
