import type { ReactionState } from './reaction.ts'

/** Who wrote a post or comment, as everybody sees them. */
export interface Author {
  id: string
  username: string
  avatar_url: string
  is_admin: boolean
}

export type PostType = 'post' | 'prize_award' | 'badge_award'

/** A post as the feed shows it. */
export interface Post extends ReactionState {
  id: string
  user_id: string
  content: string
  type: PostType
  image_url: string | null
  is_announcement: boolean
  pinned_until: string | null
  /** Facts of an award: `package_name`, or `badge_name` with `badge_icon` and `badge_color`. */
  metadata: Record<string, unknown>
  created_at: string
  comment_count: number
  author: Author
}

export const AUTHOR_COLUMNS = 'author:profiles(id, username, avatar_url, is_admin)'

/** The select list behind {@link Post}; the numbers are computed columns, so that no page carries every reaction. */
export const POST_COLUMNS = `id, user_id, content, type, image_url, is_announcement, pinned_until, metadata, created_at,
  comment_count, reaction_counts, my_reaction, ${AUTHOR_COLUMNS}` as string
