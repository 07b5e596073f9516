import { authErrors } from './errors.ts'
import { type IssuedSession, issueSession } from './issue-session.ts'
import { mergeMetadata } from './metadata.ts'
import { hashToken } from './refresh-token.ts'
import { CONFIRMATION_MS } from './session-lifetime.ts'
import type { ClientInfo } from './store/session-store.ts'
import type { AuthStore } from './store.ts'
import { isBanned } from './user.ts'

/**
 * Confirms the address of a new account by the token of its link, and signs it in. The token is gone afterwards.
 * @param input.email when given, it must be the account's own.
 * @throws {AuthError} `otp_expired` for a token that is unknown, used, older than a day or somebody else's;
 *   `user_banned`.
 */
export async function verifySignUp(
  input: { token: string; email: string | undefined; client: ClientInfo },
  deps: { store: AuthStore; clock: () => Date },
): Promise<IssuedSession> {
  return deps.store.transaction(async (store) => {
    const now = deps.clock()
    const issuedAfter = new Date(now.getTime() - CONFIRMATION_MS)
    const token = await store.takeOneTimeToken(hashToken(input.token), ['confirmation_token'], issuedAfter)
    const user = token && (await store.findUserById(token.userId))
    if (!user || user.deletedAt || token.relatesTo !== user.email) throw authErrors.otpExpired()
    if (input.email !== undefined && input.email.toLowerCase() !== user.email) throw authErrors.otpExpired()
    if (isBanned(user, now)) throw authErrors.userBanned(403)
    const userMetadata = mergeMetadata(user.userMetadata, { email_verified: true })
    await store.updateUser(user.id, { emailConfirmedAt: now, userMetadata }, now)
    const confirmed = await store.findUserById(user.id)
    if (!confirmed) throw authErrors.otpExpired()
    return issueSession(store, confirmed, 'otp', input.client, now)
  })
}
