/** Interval between two loads of the games, in milliseconds. */
const EVERY = 60_000
/** Minimum interval after a load, so that a failing service is not flooded with requests. */
const LEAST = 5_000
/** A game ends for all pages at once; their requests are spread over this time. */
const SPREAD = 8_000

/**
 * When to load the games again: at the next start or end of one of them, otherwise after about a minute.
 * @param fetchedAt when they were loaded, by the server's clock in milliseconds.
 * @param share this page's offset as a fraction of the spread, 0 to 1.
 * @returns milliseconds after `fetchedAt`.
 */
export function nextRefetch(
  games: readonly { startDate: string; endDate: string }[],
  fetchedAt: number,
  share: number,
): number {
  const regular = EVERY * (0.8 + 0.4 * share)
  const edges = games
    .flatMap(({ startDate, endDate }) => [Date.parse(startDate), Date.parse(endDate)])
    .map((edge) => edge - fetchedAt)
    .filter((left) => left > 0)
    .map((left) => left + SPREAD * share)
  return Math.round(Math.max(LEAST, Math.min(regular, ...edges)))
}
