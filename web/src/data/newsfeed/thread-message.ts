import type { Comment, Thread } from './comments-query.ts'
import { mapComments, withComment } from './thread-pages.ts'

/** A message about the comments of a post. */
export interface ThreadNews {
  /** Comments that were written, edited or shown again. */
  comments: Comment[]
  /** IDs of comments that were deleted or hidden. */
  gone: readonly string[]
}

/** Undefined when the message cannot be read. */
export function readThreadNews(comments: unknown, gone: readonly string[]): ThreadNews | undefined {
  if (!Array.isArray(comments) || !comments.every(isComment)) return undefined
  return { comments, gone }
}

function isComment(value: unknown): value is Comment {
  if (!hasTexts(value, ['id', 'user_id', 'content', 'created_at'])) return false
  const { author, mentioned } = value
  return (
    Array.isArray(mentioned) &&
    hasTexts(author, ['id', 'username', 'avatar_url']) &&
    typeof author.is_admin === 'boolean'
  )
}

const hasTexts = (value: unknown, names: readonly string[]): value is Record<string, unknown> =>
  typeof value === 'object' &&
  value !== null &&
  names.every((name) => typeof (value as Record<string, unknown>)[name] === 'string')

/**
 * The thread after a message.
 * @param sending the member whose own comment is under way: it appears with its answer, not twice.
 */
export function withNews(thread: Thread, { comments, gone }: ThreadNews, sending?: string): Thread {
  const left = mapComments(thread, (comment) => (gone.includes(comment.id) ? undefined : comment))
  return comments.filter(({ user_id }) => user_id !== sending).reduce(withComment, left)
}
