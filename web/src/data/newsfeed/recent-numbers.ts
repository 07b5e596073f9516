import type { Post } from './post.ts'
import { type PostNumbers, withPostNumbers } from './post-numbers.ts'

/** Longer than any request for posts takes. */
const KEPT_MS = 30_000

let recent = new Map<string, { numbers: PostNumbers; at: number }>()

/** Remembers announced numbers for posts that are being loaded. */
export function rememberNumbers(numbers: ReadonlyMap<string, PostNumbers>): void {
  const at = performance.now()
  const kept = [...recent].filter(([, known]) => known.at > at - KEPT_MS)
  recent = new Map([...kept, ...[...numbers].map(([id, each]) => [id, { numbers: each, at }] as const)])
}

/**
 * Loaded posts with the numbers that were announced since they were requested: the answer may have been read before.
 * @param asked when they were requested, by `performance.now()`.
 */
export const withLaterNumbers = (posts: readonly Post[], asked: number): Post[] =>
  posts.map((post) => {
    const known = recent.get(post.id)
    return known && known.at >= asked ? withPostNumbers(post, known.numbers) : post
  })
