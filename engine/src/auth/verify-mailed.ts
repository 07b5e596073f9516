import { refusedByDatabase } from './database-refusal.ts'
import { authErrors } from './errors.ts'
import { emailIdentityData, mergeMetadata } from './metadata.ts'
import { CONFIRMATION_MS, RECOVERY_MS } from './session-lifetime.ts'
import { isSigner } from './sign-up-proof.ts'
import type { FlowMethod } from './store/flow-state-store.ts'
import type { OneTimeTokenType } from './store/one-time-token-store.ts'
import type { AuthStore } from './store.ts'
import { isBanned, isWaiting, type User } from './user.ts'

/** The result of a valid token, in the transaction that spends it: a session, or a code to exchange for one. */
export type Grant<T> = (store: AuthStore, user: User, method: FlowMethod, now: Date) => Promise<T>

/**
 * Spends a token that was mailed to an account's own address. The address then counts as confirmed: a person who has
 * the token reads its mail.
 *
 * The password of a sign-up is kept only if the token is spent in the browser that signed up: otherwise a stranger may
 * have chosen it. Without it, the session is that of a recovery, and a new password may be set.
 * @param input.email if given, it must be the account's own.
 * @param input.device the mark of the browser that spends it.
 * @throws {AuthError} `otp_expired` for a token that is unknown, used, too old (an hour to sign in, a day to confirm)
 *   or another account's; `user_banned`; `validation_failed` when a rule of the database refuses the account. A refusal
 *   does not spend the token.
 */
export async function verifyMailed<T>(
  input: {
    tokenHash: string
    types: readonly OneTimeTokenType[]
    method: FlowMethod
    email: string | undefined
    device: string | undefined
  },
  grant: Grant<T>,
  deps: { store: AuthStore; codeKey: string; clock: () => Date },
): Promise<T> {
  return deps.store.transaction(async (store) => {
    const now = deps.clock()
    const token = await store.takeOneTimeToken(input.tokenHash, input.types)
    const user = token && (await store.findUserById(token.userId))
    if (!user || user.deletedAt || token.relatesTo !== user.email) throw authErrors.otpExpired()
    // For a member it is a link that signs in, and confirms no sign-up.
    if (user.emailConfirmedAt && !input.types.includes('recovery_token')) throw authErrors.otpExpired()
    const confirms = token.type === 'confirmation_token' && user.emailConfirmedAt === undefined
    const lifetime = confirms ? CONFIRMATION_MS : RECOVERY_MS
    if (token.issuedAt.getTime() + lifetime <= now.getTime()) throw authErrors.otpExpired()
    if (input.email !== undefined && input.email.toLowerCase() !== user.email) throw authErrors.otpExpired()
    if (isBanned(user, now)) throw authErrors.userBanned(403)
    if (user.emailConfirmedAt) return grant(store, user, input.method, now)
    const chosenElsewhere = confirms && !(await hasOwnPassword(store, user, input.device, deps.codeKey))
    const confirmed = await confirm(store, user, { type: token.type, chosenElsewhere }, now)
    return grant(store, confirmed, chosenElsewhere ? 'recovery' : input.method, now)
  })
}

/** False if another person may have chosen the password of an unconfirmed account. */
async function hasOwnPassword(
  store: AuthStore,
  user: User,
  device: string | undefined,
  codeKey: string,
): Promise<boolean> {
  const { id, passwordHash } = user
  if (passwordHash === undefined || !isWaiting(user)) return true
  return await isSigner(store, { id, passwordHash }, device, codeKey)
}

async function confirm(
  store: AuthStore,
  user: User,
  { type, chosenElsewhere }: { type: OneTimeTokenType; chosenElsewhere: boolean },
  now: Date,
): Promise<User> {
  // A stranger may have signed up with this address. The person who reads its mail now did not ask to confirm that
  // sign-up, so its password must not stay valid, and its metadata must not name them.
  const forget = type === 'recovery_token' && isWaiting(user)
  const verified = { email_verified: true }
  const userMetadata = forget
    ? emailIdentityData(user.id, user.email, true)
    : mergeMetadata(user.userMetadata, verified)
  const password = forget || chosenElsewhere ? { passwordHash: null } : {}
  await refusedByDatabase(authErrors.confirmingUser, () =>
    store.updateUser(user.id, { emailConfirmedAt: now, userMetadata, ...password }, now),
  )
  const confirmed = await store.findUserById(user.id)
  if (!confirmed) throw authErrors.otpExpired()
  return confirmed
}
