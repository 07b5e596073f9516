import type { BanksideClient, RowOf } from '../../lib/supabase.ts'

export const AUTHOR_COLUMNS = 'author:profiles(id, username, avatar_url, is_admin, is_moderator)'

/** The columns of a post; the counts are computed columns, so that no page carries every reaction. */
export const POST_COLUMNS =
  `id, user_id, content, type, image_url, more_images, is_announcement, pinned_until, metadata,
  created_at, edited_at, comment_count, reaction_counts, my_reaction, last_comment, mentioned, ${AUTHOR_COLUMNS}` as const

export const posts = (client: BanksideClient) => client.from('newsfeed_posts').select(POST_COLUMNS)

/** A post as the feed shows it. */
export type Post = RowOf<typeof posts>

export const PAGE_SIZE = 20

/** The start of the next page: after the post with this date and ID. */
export interface FeedCursor {
  created_at: string
  id: string
}

/** Maximum number of posts in a request of {@link postsById}. */
export const IDS_MAX = 50

/** Posts by ID, each at most once and in no particular order: for many posts far cheaper than the rows of {@link posts}. */
export const postsById = (client: BanksideClient, ids: string[]) => client.rpc('newsfeed_page', { ids }, { get: true })

/** A page of the feed; the first one begins with all pinned announcements. */
export const feedPage = (client: BanksideClient, after?: FeedCursor) =>
  client.rpc(
    'newsfeed_page',
    { size: PAGE_SIZE, ...(after && { before: after.created_at, before_id: after.id }) },
    // A request without a body: the page's head can send it before the client has loaded.
    { get: true },
  )
