/** The slide after or before `index`, going round at both ends. @param count number of slides, at least 1. */
export function stepIndex(index: number, step: 1 | -1, count: number): number {
  return (index + step + count) % count
}

/**
 * Where the reader stands after the cards were loaded again: on the same card if it is still there,
 * else at the same place, or on the last card when the list became shorter.
 */
export function indexAfterReload(ids: readonly string[], currentId: string | undefined, index: number): number {
  const same = currentId === undefined ? -1 : ids.indexOf(currentId)
  if (same >= 0) return same
  return Math.max(0, Math.min(index, ids.length - 1))
}

/** Horizontal travel in CSS pixels that counts as a swipe rather than a tap or a scroll. */
const SWIPE_PX = 40

/** The step a finger's travel asks for; 0 when it was mostly vertical or too short. Left means onward. */
export function swipeStep(dx: number, dy: number): 1 | -1 | 0 {
  if (Math.abs(dx) < SWIPE_PX || Math.abs(dx) < Math.abs(dy) * 1.5) return 0
  return dx < 0 ? 1 : -1
}
