/** How long loaded data counts as fresh, in milliseconds. Live changes invalidate sooner. */
export const STALE = {
  halfMinute: 30_000,
  oneMinute: 60_000,
  fiveMinutes: 300_000,
} as const
