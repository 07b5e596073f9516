const DAY_MS = 24 * 60 * 60 * 1000
const SLIDING_MS = 30 * DAY_MS
const ABSOLUTE_MS = 90 * DAY_MS

/** Lifetime of an access token in seconds. */
export const ACCESS_TOKEN_SECONDS = 3600
/** How long an exchanged refresh token may be sent again, in milliseconds. */
export const REUSE_INTERVAL_MS = 10_000
/** How long a recovery link is valid and allows a new password without the old one, in milliseconds. */
export const RECOVERY_MS = 60 * 60 * 1000
/** How long links that confirm an address are valid, in milliseconds. */
export const CONFIRMATION_MS = DAY_MS

export interface SessionTimes {
  createdAt: Date
  refreshedAt: Date | undefined
  notAfter: Date | undefined
}

/** The end that is fixed when a session begins, whatever its use: 90 days. */
export function sessionNotAfter(createdAt: Date): Date {
  return new Date(createdAt.getTime() + ABSOLUTE_MS)
}

/** True past the absolute end, or 30 days after the last refresh. */
export function isSessionExpired(session: SessionTimes, now: Date): boolean {
  if (session.notAfter && session.notAfter <= now) return true
  return (session.refreshedAt ?? session.createdAt).getTime() + SLIDING_MS <= now.getTime()
}
