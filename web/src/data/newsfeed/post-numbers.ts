import type { Post } from './post.ts'
import { REACTIONS } from './reaction.ts'

/** Comments, then reactions in the order of {@link REACTIONS}, as every ordinary member sees them. */
export type PostNumbers = readonly number[]

/** The numbers in a message of the feed by post; undefined when they cannot be read. */
export function readNumbers(value: unknown): ReadonlyMap<string, PostNumbers> | undefined {
  if (value === undefined) return new Map()
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  const entries = Object.entries(value)
  return entries.every(([, numbers]) => isNumbers(numbers)) ? new Map(entries) : undefined
}

const isNumbers = (value: unknown): value is PostNumbers =>
  Array.isArray(value) &&
  value.length === 1 + REACTIONS.length &&
  value.every((count) => Number.isSafeInteger(count) && count >= 0)

/** The post with announced numbers; the same object when nothing differs. */
export function withPostNumbers(post: Post, [comments = 0, ...reactions]: PostNumbers): Post {
  const counts = Object.fromEntries(
    REACTIONS.flatMap((reaction, index) => (reactions[index] ? [[reaction, reactions[index]]] : [])),
  )
  const same =
    post.comment_count === comments &&
    REACTIONS.every((reaction) => (post.reaction_counts[reaction] ?? 0) === (counts[reaction] ?? 0))
  return same ? post : { ...post, comment_count: comments, reaction_counts: counts }
}
