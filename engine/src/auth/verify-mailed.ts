import { authErrors } from './errors.ts'
import { mergeMetadata } from './metadata.ts'
import { CONFIRMATION_MS, RECOVERY_MS } from './session-lifetime.ts'
import type { FlowMethod } from './store/flow-state-store.ts'
import type { OneTimeTokenType } from './store/one-time-token-store.ts'
import type { AuthStore } from './store.ts'
import { isBanned, isWaiting, type User } from './user.ts'

/** What a right token gives, in the transaction that takes it: a session, or a code to be exchanged for one. */
export type Grant<T> = (store: AuthStore, user: User, method: FlowMethod, now: Date) => Promise<T>

/**
 * Takes a token that was mailed to an account's own address. The token is gone afterwards, and the address counts as
 * confirmed: whoever holds the token reads its mail.
 * @param input.email when given, it must be the account's own.
 * @throws {AuthError} `otp_expired` for a token that is unknown, used, too old (an hour to sign in, a day to confirm)
 *   or somebody else's; `user_banned`.
 */
export async function verifyMailed<T>(
  input: {
    tokenHash: string
    types: readonly OneTimeTokenType[]
    method: FlowMethod
    email: string | undefined
  },
  grant: Grant<T>,
  deps: { store: AuthStore; clock: () => Date },
): Promise<T> {
  return deps.store.transaction(async (store) => {
    const now = deps.clock()
    const token = await store.takeOneTimeToken(input.tokenHash, input.types)
    const user = token && (await store.findUserById(token.userId))
    if (!user || user.deletedAt || token.relatesTo !== user.email) throw authErrors.otpExpired()
    const lifetime = token.type === 'confirmation_token' ? CONFIRMATION_MS : RECOVERY_MS
    if (token.issuedAt.getTime() + lifetime <= now.getTime()) throw authErrors.otpExpired()
    if (input.email !== undefined && input.email.toLowerCase() !== user.email) throw authErrors.otpExpired()
    if (isBanned(user, now)) throw authErrors.userBanned(403)
    const confirmed = user.emailConfirmedAt ? user : await confirm(store, user, token.type, now)
    return grant(store, confirmed, input.method, now)
  })
}

async function confirm(store: AuthStore, user: User, type: OneTimeTokenType, now: Date): Promise<User> {
  const userMetadata = mergeMetadata(user.userMetadata, { email_verified: true })
  // Whoever signed up may have named an address that is not theirs. The one who reads its mail now did not ask to
  // confirm that sign-up, so its password must not stay a way in.
  const forget = type === 'recovery_token' && isWaiting(user)
  await store.updateUser(
    user.id,
    { emailConfirmedAt: now, userMetadata, ...(forget ? { passwordHash: null } : {}) },
    now,
  )
  const confirmed = await store.findUserById(user.id)
  if (!confirmed) throw authErrors.otpExpired()
  return confirmed
}
