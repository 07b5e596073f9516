import { authErrors } from './errors.ts'
import { type IssuedSession, issueSession } from './issue-session.ts'
import { hashToken } from './refresh-token.ts'
import { RECOVERY_MS } from './session-lifetime.ts'
import type { ClientInfo } from './store/session-store.ts'
import type { AuthStore } from './store.ts'
import { isBanned } from './user.ts'

/**
 * Opens a session by the token of a recovery link. The token is gone afterwards, and the address counts as confirmed:
 * whoever holds the link reads its mail.
 * @param input.email when given, it must be the account's own.
 * @throws {AuthError} `otp_expired` for a token that is unknown, used, older than an hour or somebody else's;
 *   `user_banned`.
 */
export async function verifyRecovery(
  input: { token: string; email: string | undefined; client: ClientInfo },
  deps: { store: AuthStore; clock: () => Date },
): Promise<IssuedSession> {
  return deps.store.transaction(async (store) => {
    const now = deps.clock()
    const issuedAfter = new Date(now.getTime() - RECOVERY_MS)
    const token = await store.takeOneTimeToken(hashToken(input.token), ['recovery_token'], issuedAfter)
    const user = token && (await store.findUserById(token.userId))
    if (!user || user.deletedAt) throw authErrors.otpExpired()
    if (input.email !== undefined && input.email.toLowerCase() !== user.email) throw authErrors.otpExpired()
    if (isBanned(user, now)) throw authErrors.userBanned(403)
    if (!user.emailConfirmedAt) await store.updateUser(user.id, { emailConfirmedAt: now }, now)
    const confirmed = { ...user, emailConfirmedAt: user.emailConfirmedAt ?? now }
    return issueSession(store, confirmed, 'recovery', input.client, now)
  })
}
