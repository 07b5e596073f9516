/** Between two looks at the games, in milliseconds. */
const EVERY = 60_000
/** Never sooner than this after a look, whatever happens: a service that is down is not hammered. */
const LEAST = 5_000
/** Everybody's clock strikes the end of a game at once; the looks are spread over this time. */
const SPREAD = 8_000

/**
 * When to look at the games again: at the next start or end of one of them, else after about a minute.
 * @param lookedAt when they were loaded, in milliseconds.
 * @param share this page's own share of the spread, 0 to 1.
 * @returns milliseconds after `lookedAt`.
 */
export function nextLook(
  games: readonly { startDate: string; endDate: string }[],
  lookedAt: number,
  share: number,
): number {
  const regular = EVERY * (0.8 + 0.4 * share)
  const edges = games
    .flatMap(({ startDate, endDate }) => [Date.parse(startDate), Date.parse(endDate)])
    .map((edge) => edge - lookedAt)
    .filter((left) => left > 0)
    .map((left) => left + SPREAD * share)
  return Math.round(Math.max(LEAST, Math.min(regular, ...edges)))
}
