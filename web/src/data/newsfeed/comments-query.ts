import { type InfiniteData, infiniteQueryOptions } from '@tanstack/react-query'
import { type BanksideClient, type RowOf, supabase } from '../../lib/supabase.ts'
import { newsfeedKeys } from './keys.ts'
import { AUTHOR_COLUMNS, type FeedCursor } from './post.ts'

export const COMMENT_COLUMNS = `id, user_id, content, mentioned, created_at, ${AUTHOR_COLUMNS}` as const

const comments = (client: BanksideClient) => client.from('newsfeed_comments').select(COMMENT_COLUMNS)

/** A comment as its thread shows it. */
export type Comment = RowOf<typeof comments>

const PAGE_SIZE = 30

/** A page of a thread, newest first; the next page has earlier comments. */
export interface CommentPage {
  comments: Comment[]
  /** Undefined on the last page. */
  next: FeedCursor | undefined
}

/** Pages of a thread, the newest comments first. */
export type Thread = InfiniteData<CommentPage, unknown>

/** The comments of a post; the next page has earlier ones. */
export const commentsQuery = (postId: string) =>
  infiniteQueryOptions({
    queryKey: newsfeedKeys.thread(postId),
    initialPageParam: undefined as FeedCursor | undefined,
    queryFn: ({ pageParam, signal }) => listComments(postId, pageParam, signal),
    getNextPageParam: ({ next }) => next,
  })

async function listComments(postId: string, before: FeedCursor | undefined, signal: AbortSignal): Promise<CommentPage> {
  const client = await supabase()
  let request = comments(client).eq('post_id', postId)
  if (before) {
    request = request.lte('created_at', before.created_at).or(`created_at.lt."${before.created_at}",id.lt.${before.id}`)
  }
  const { data } = await request
    .order('created_at', { ascending: false })
    .order('id', { ascending: false })
    .limit(PAGE_SIZE)
    .abortSignal(signal)
    .throwOnError()
  const last = data.length === PAGE_SIZE ? data.at(-1) : undefined
  return { comments: data, next: last && { created_at: last.created_at, id: last.id } }
}
