import { type InfiniteData, infiniteQueryOptions } from '@tanstack/react-query'
import { supabase } from '../../lib/supabase.ts'
import type { FeedCursor } from './feed-page.ts'
import { newsfeedKeys } from './keys.ts'
import { AUTHOR_COLUMNS, type Author } from './post.ts'

/** A comment as its thread shows it. */
export interface Comment {
  id: string
  user_id: string
  content: string
  created_at: string
  author: Author
}

export const COMMENT_COLUMNS = `id, user_id, content, created_at, ${AUTHOR_COLUMNS}` as string
const PAGE_SIZE = 30

/** Pages of a thread, the newest comments first; each page itself newest first. */
export type Thread = InfiniteData<Comment[], unknown>

/** The comments under a post; the next page holds earlier ones. */
export const commentsQuery = (postId: string) =>
  infiniteQueryOptions({
    queryKey: newsfeedKeys.thread(postId),
    initialPageParam: undefined as FeedCursor | undefined,
    queryFn: ({ pageParam, signal }) => listComments(postId, pageParam, signal),
    getNextPageParam: (page) => {
      const last = page.length === PAGE_SIZE ? page.at(-1) : undefined
      return last && { created_at: last.created_at, id: last.id }
    },
  })

async function listComments(postId: string, before: FeedCursor | undefined, signal: AbortSignal) {
  const client = await supabase()
  let request = client.from('newsfeed_comments').select(COMMENT_COLUMNS).eq('post_id', postId)
  if (before) {
    request = request.lte('created_at', before.created_at).or(`created_at.lt."${before.created_at}",id.lt.${before.id}`)
  }
  const { data } = await request
    .order('created_at', { ascending: false })
    .order('id', { ascending: false })
    .limit(PAGE_SIZE)
    .abortSignal(signal)
    .throwOnError()
    .overrideTypes<Comment[], { merge: false }>()
  return data
}

/** The thread in order of reading, oldest first. */
export function commentsOf(thread: Thread): Comment[] {
  const seen = new Map(thread.pages.flat().map((comment) => [comment.id, comment]))
  return [...seen.values()].reverse()
}

/** The thread with every comment passed through `change`; undefined drops it. */
export function mapComments(thread: Thread, change: (comment: Comment) => Comment | undefined): Thread {
  return { ...thread, pages: thread.pages.map((page) => page.flatMap((comment) => change(comment) ?? [])) }
}

/** The thread with a new comment at its end. */
export function withNewComment(thread: Thread, comment: Comment): Thread {
  if (thread.pages.some((page) => page.some(({ id }) => id === comment.id))) return thread
  const [first = [], ...rest] = thread.pages
  return { ...thread, pages: [[comment, ...first], ...rest] }
}
