import { newAccount } from './create-user.ts'
import { refusedByDatabase } from './database-refusal.ts'
import { normaliseEmail } from './email-address.ts'
import { AuthError, authErrors } from './errors.ts'
import { mailedLink } from './mailed-link.ts'
import type { Mailer } from './mailer.ts'
import type { PasswordHasher } from './password-hasher.ts'
import { checkNewPassword } from './password-rule.ts'
import { MAIL_SECONDS, type RateLimits } from './rate-limits.ts'
import { hashToken, newRefreshToken } from './refresh-token.ts'
import type { NewUser } from './store/user-store.ts'
import type { AuthStore } from './store.ts'
import { isBanned, type Metadata, type User } from './user.ts'

export interface ConfirmationDeps {
  store: AuthStore
  mailer: Mailer
  limits: Pick<RateLimits, 'confirmAddress' | 'mails'>
  siteUrl: string
  clock: () => Date
}

/** An account without a session, and the mail that is left to send after the reply. */
export interface Unconfirmed {
  user: User
  send: () => Promise<void>
}

/**
 * Opens an account that waits for its address to be confirmed by a mailed link.
 * An address that has an account answers as a new one would, in the same time, with a user that does not exist. An
 * account that still waits for its first confirmation gives way to the new sign-up: else whoever signs up first with
 * somebody's address would know the password of the account that its owner confirms.
 * @throws {AuthError} `validation_failed`, `weak_password`, `unexpected_failure`, `over_email_send_rate_limit` for an
 *   address that was named in the last minute, account or not.
 */
export async function signUpWithConfirmation(
  input: { email: string; password: string; data: Metadata | undefined; redirectTo: string | undefined },
  deps: ConfirmationDeps & { hasher: PasswordHasher },
): Promise<Unconfirmed> {
  const email = normaliseEmail(input.email)
  checkNewPassword(input.password)
  if (!deps.limits.confirmAddress.take(email)) throw authErrors.overEmailSendRate(MAIL_SECONDS)
  const passwordHash = await deps.hasher.hash(input.password)
  const now = deps.clock()
  const account = newAccount({ email, passwordHash, confirmedAt: undefined, userMetadata: input.data })
  const pretended = { user: pretendedUser(account, now), send: async () => {} }
  const token = newRefreshToken()
  try {
    const user = await refusedByDatabase(authErrors.savingUser, () =>
      deps.store.transaction(async (store) => {
        const known = await store.findUserByEmail(email)
        if (known && !isWaiting(known)) return undefined
        if (known) await store.deleteUser(known.id)
        await store.insertUser(account, now)
        await putToken(store, account.id, email, token, now)
        return store.findUserById(account.id)
      }),
    )
    if (!user) return pretended
    return { user, send: () => sendLink(user, token, input.redirectTo, deps) }
  } catch (error) {
    // Two sign-ups met in the unique index.
    if (error instanceof AuthError && error.code === 'user_already_exists') return pretended
    throw error
  }
}

/**
 * Sends the link of an account that waits for its confirmation anew; the earlier link stops working.
 * @returns what is left to do after the reply, which tells nothing about accounts.
 * @throws {AuthError} `validation_failed`, `over_email_send_rate_limit`.
 */
export function resendConfirmation(
  input: { email: string; redirectTo: string | undefined },
  deps: ConfirmationDeps,
): () => Promise<void> {
  const email = normaliseEmail(input.email)
  if (!deps.limits.confirmAddress.take(email)) throw authErrors.overEmailSendRate(MAIL_SECONDS)
  return async () => {
    const now = deps.clock()
    const user = await deps.store.findUserByEmail(email)
    if (!user || !isWaiting(user) || isBanned(user, now)) return
    const token = newRefreshToken()
    await deps.store.transaction((store) => putToken(store, user.id, email, token, now))
    await sendLink(user, token, input.redirectTo, deps)
  }
}

/** True for an account that nobody can have used: opened by a sign-up, its address never confirmed. */
function isWaiting(user: User): boolean {
  return user.emailConfirmedAt === undefined && user.confirmationSentAt !== undefined && user.lastSignInAt === undefined
}

function putToken(store: AuthStore, userId: string, email: string, token: string, now: Date): Promise<void> {
  return store.putOneTimeToken({ userId, type: 'confirmation_token', relatesTo: email, hash: hashToken(token) }, now)
}

async function sendLink(user: User, token: string, redirectTo: string | undefined, deps: ConfirmationDeps) {
  if (!deps.limits.mails.take('all')) throw new Error('too many mails this hour: a confirmation mail was not sent')
  await deps.mailer.send('signup', user, mailedLink(deps.siteUrl, 'signup', token, redirectTo))
}

/** What a new account would look like; without identities, by which clients tell that the address is taken. */
function pretendedUser(account: NewUser, now: Date): User {
  return {
    id: account.id,
    aud: 'authenticated',
    role: account.role,
    email: account.email,
    passwordHash: undefined,
    emailConfirmedAt: undefined,
    confirmationSentAt: now,
    recoverySentAt: undefined,
    newEmail: undefined,
    emailChangeAgreed: false,
    emailChangeSentAt: undefined,
    lastSignInAt: undefined,
    bannedUntil: undefined,
    deletedAt: undefined,
    appMetadata: account.appMetadata,
    userMetadata: account.userMetadata,
    createdAt: now,
    updatedAt: now,
    identities: [],
  }
}
