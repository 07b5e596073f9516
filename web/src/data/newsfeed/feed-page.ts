import { supabase } from '../../lib/supabase.ts'
import { type FeedCursor, feedPage, IDS_MAX, PAGE_SIZE, type Post, postsById } from './post.ts'
import { withLaterNumbers } from './recent-numbers.ts'

/** One page of the feed; only the first one has pinned posts. */
export interface FeedPage {
  pinned: Post[]
  posts: Post[]
  /** Undefined on the last page. */
  next: FeedCursor | undefined
}

/** The pinned announcements, newest pin first, and the newest other posts: one request. */
export const loadFirstPage = (signal: AbortSignal): Promise<FeedPage> => loadPage(undefined, signal)

/** The page after a post, by date. */
export const loadPageAfter = (cursor: FeedCursor, signal: AbortSignal): Promise<FeedPage> => loadPage(cursor, signal)

async function loadPage(after: FeedCursor | undefined, signal: AbortSignal): Promise<FeedPage> {
  const asked = performance.now()
  const client = await supabase()
  const { data } = await feedPage(client, after).abortSignal(signal).throwOnError()
  const page: FeedPage = { pinned: [], posts: [], next: undefined }
  for (const { is_pinned, ...post } of data) (is_pinned ? page.pinned : page.posts).push(post)
  const last = page.posts.length === PAGE_SIZE ? page.posts.at(-1) : undefined
  return {
    pinned: withLaterNumbers(page.pinned, asked),
    posts: withLaterNumbers(page.posts, asked),
    next: last && { created_at: last.created_at, id: last.id },
  }
}

/** The current versions of those posts that the reader can still see. */
export async function loadByIds(ids: readonly string[], signal: AbortSignal): Promise<Post[]> {
  const asked = performance.now()
  const client = await supabase()
  const parts: string[][] = []
  for (let start = 0; start < ids.length; start += IDS_MAX) parts.push(ids.slice(start, start + IDS_MAX))
  const answers = await Promise.all(parts.map((part) => postsById(client, part).abortSignal(signal).throwOnError()))
  return withLaterNumbers(
    answers.flatMap(({ data }) => data.map(({ is_pinned: _, ...post }) => post)),
    asked,
  )
}
