/** How long loaded data counts as fresh, in milliseconds. Live changes invalidate sooner. */
export const STALE = {
  oneMinute: 60_000,
  fiveMinutes: 300_000,
} as const
