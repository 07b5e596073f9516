import { type AuthError, authErrors } from './errors.ts'
import type { IssuedSession } from './issue-session.ts'
import { findSuccessor, hashToken, nextRefreshToken } from './refresh-token.ts'
import { isSessionExpired, REUSE_INTERVAL_MS } from './session-lifetime.ts'
import type { ClientInfo, LockedRefreshToken } from './store/session-store.ts'
import type { AuthStore } from './store.ts'
import { isBanned } from './user.ts'

// How far a replayed token may be behind the active one; within the reuse interval no client is further behind.
const MAX_STEPS = 32
/** Longer than supabase-js repeats a refresh that failed. */
const REPLACED_MS = 60_000

/**
 * Exchanges a refresh token for a session with its successor. A token that was exchanged before gets the active token
 * if it is that token's parent (a reply was lost) or was exchanged within the last 10 s (several tabs refresh at once);
 * otherwise it counts as stolen, and the whole family ends with its session.
 * @throws {AuthError} `refresh_token_not_found`, `refresh_token_already_used`, `session_expired`, `user_banned`,
 *   `conflict` (503).
 */
export async function refreshGrant(
  input: { refreshToken: string; client: ClientInfo },
  deps: { store: AuthStore; refreshKey: string; clock: () => Date },
): Promise<IssuedSession> {
  // A refusal is returned from the transaction, not thrown: revoking the family must be committed.
  const outcome = await deps.store.transaction(async (store): Promise<IssuedSession | AuthError> => {
    const token = await store.lockRefreshToken(hashToken(input.refreshToken))
    if (!token) return authErrors.refreshTokenNotFound()
    const now = deps.clock()
    const { session } = token
    const user = await store.findUserById(session.userId)
    if (!user || user.deletedAt) return authErrors.refreshTokenNotFound()
    if (isBanned(user, now)) return authErrors.userBanned()

    if (token.revoked) {
      const active = await store.findActiveRefreshToken(session.id)
      const refreshToken = active && reissue(input.refreshToken, token, active, deps.refreshKey, now)
      if (refreshToken === undefined && wasJustReplaced(token, active, now)) return authErrors.refreshTokenReplaced()
      if (refreshToken === undefined) {
        // The thief may have its access tokens too, so the session ends, not only its refresh tokens.
        await store.deleteSession(session.id)
        return authErrors.refreshTokenAlreadyUsed()
      }
      if (isSessionExpired(session, now)) return authErrors.sessionExpired()
      return { user, session, refreshToken }
    }

    if (isSessionExpired(session, now)) return authErrors.sessionExpired()
    const refreshToken = nextRefreshToken(input.refreshToken, deps.refreshKey)
    await store.revokeRefreshToken(token.hash, now)
    await store.insertRefreshToken(
      { hash: hashToken(refreshToken), parent: token.hash, sessionId: session.id, userId: user.id },
      now,
    )
    await store.touchSession(session.id, input.client, now)
    // The person who has the token is the member, regardless of the place.
    if (user.email !== '') await store.rememberPlaces(input.client.placesOf?.(user.email) ?? [])
    return { user, session, refreshToken }
  })
  if (outcome instanceof Error) throw outcome
  return outcome
}

/**
 * Whether a second step has just replaced the token by one that is not derived from it. Another tab may still send the
 * old one, and nothing is wrong with that.
 */
function wasJustReplaced(token: LockedRefreshToken, active: { parent: string | undefined } | undefined, now: Date) {
  return active?.parent === token.hash && now.getTime() - token.updatedAt.getTime() <= REPLACED_MS
}

/** The active token for the holder of an exchanged one; undefined if that holder must not have it. */
function reissue(
  presented: string,
  token: LockedRefreshToken,
  active: { hash: string; parent: string | undefined },
  key: string,
  now: Date,
): string | undefined {
  const isParent = active.parent === token.hash
  const isRecent = now.getTime() - token.updatedAt.getTime() <= REUSE_INTERVAL_MS
  return isParent || isRecent ? findSuccessor(presented, active.hash, key, isParent ? 1 : MAX_STEPS) : undefined
}
