import type { Comment, Thread } from './comments-query.ts'
import type { FeedCursor } from './post.ts'

/** The thread in reading order, oldest first. */
export function commentsOf(thread: Thread): Comment[] {
  const seen = new Map(thread.pages.flatMap(({ comments }) => comments).map((comment) => [comment.id, comment]))
  return [...seen.values()].reverse()
}

/** The thread with every comment mapped by `change`; undefined removes it. Cursors stay, so paging continues. */
export const mapComments = (thread: Thread, change: (comment: Comment) => Comment | undefined): Thread => ({
  ...thread,
  pages: thread.pages.map((page) => ({ ...page, comments: page.comments.flatMap((each) => change(each) ?? []) })),
})

/**
 * The thread with a comment in its place by date. One that is older than all loaded ones comes with a later page, if
 * there is one.
 */
export function withComment(thread: Thread, comment: Comment): Thread {
  if (commentsOf(thread).some(({ id }) => id === comment.id))
    return mapComments(thread, (each) => (each.id === comment.id ? comment : each))
  const home = thread.pages.findIndex(({ next }) => next === undefined || isBefore(next, comment))
  if (home === -1) return thread
  return {
    ...thread,
    pages: thread.pages.map((page, index) => {
      if (index !== home) return page
      const before = page.comments.findIndex((each) => isBefore(each, comment))
      const at = before === -1 ? page.comments.length : before
      return { ...page, comments: page.comments.toSpliced(at, 0, comment) }
    }),
  }
}

const isBefore = (one: FeedCursor, other: FeedCursor): boolean =>
  one.created_at < other.created_at || (one.created_at === other.created_at && one.id < other.id)

/**
 * Whether a thread agrees with the number of comments that its post shows. Of a thread with earlier pages only too many
 * comments can be noticed.
 */
export function agrees(thread: Thread, count: number): boolean {
  const loaded = commentsOf(thread).length
  return thread.pages.at(-1)?.next === undefined ? loaded === count : loaded <= count
}
