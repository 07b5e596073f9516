import type { QueryClient } from '@tanstack/react-query'
import { newsfeedKeys } from './keys.ts'
import type { PostNumbers } from './post-numbers.ts'

// While a member's own write is in progress, it is unknown whether announced numbers include it, so such numbers are
// stored and not shown. Once the write is answered, a message that includes it has arrived or will arrive: the next
// message is shown, or the stored one if no other follows. A post that was loaded in the meantime is loaded again when
// the write has settled.

const missed = new Set<string>()
const held = new Map<string, PostNumbers>()

/** Whether a write of the member to the post is under way. */
export const isWriting = (queries: QueryClient, postId: string): boolean =>
  queries.isMutating({ mutationKey: newsfeedKeys.write(postId) }) > 0

/** Whether a write is in progress or was sent since a moment, in milliseconds since 1970. */
export const hasWrittenSince = (queries: QueryClient, postId: string, moment: number): boolean =>
  queries
    .getMutationCache()
    .findAll({ mutationKey: newsfeedKeys.write(postId) })
    .some(({ state }) => state.status === 'pending' || state.submittedAt >= moment)

/** Notes that an answer about the post was not shown. */
export function noteMissed(postId: string): void {
  missed.add(postId)
}

/** Whether an answer about the post was not shown since the last call. */
export const takeMissed = (postId: string): boolean => missed.delete(postId)

/** Keeps announced numbers that are not shown now; later ones replace them. */
export function holdNumbers(postId: string, numbers: PostNumbers): void {
  held.set(postId, numbers)
}

/** Returns the stored numbers of the post and forgets them. */
export function takeHeld(postId: string): PostNumbers | undefined {
  const numbers = held.get(postId)
  held.delete(postId)
  return numbers
}
