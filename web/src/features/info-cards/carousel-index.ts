/** The slide after or before `index`, wrapping around at both ends. @param count number of slides, at least 1. */
export function stepIndex(index: number, step: 1 | -1, count: number): number {
  return (index + step + count) % count
}

/**
 * The index after the cards were reloaded: that of the same card if it still exists,
 * else the same index, limited to the last card.
 */
export function indexAfterReload(ids: readonly string[], currentId: string | undefined, index: number): number {
  const same = currentId === undefined ? -1 : ids.indexOf(currentId)
  if (same >= 0) return same
  return Math.max(0, Math.min(index, ids.length - 1))
}

/** Horizontal travel in CSS pixels that counts as a swipe rather than a tap or a scroll. */
const SWIPE_PX = 40

/** The step that a swipe requests; 0 when it was mostly vertical or too short. Left means next. */
export function swipeStep(dx: number, dy: number): 1 | -1 | 0 {
  if (Math.abs(dx) < SWIPE_PX || Math.abs(dx) < Math.abs(dy) * 1.5) return 0
  return dx < 0 ? 1 : -1
}
