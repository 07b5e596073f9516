import { newAccount } from './create-user.ts'
import { refusedByDatabase } from './database-refusal.ts'
import { normaliseEmail } from './email-address.ts'
import { AuthError, authErrors } from './errors.ts'
import { type MailedToken, putMailedToken } from './mailed-token.ts'
import type { PasswordHasher } from './password-hasher.ts'
import { checkNewPassword } from './password-rule.ts'
import { MAIL_SECONDS, type RateLimits } from './rate-limits.ts'
import type { LinkOptions } from './recover.ts'
import { type MailDeps, sendMail } from './send-mail.ts'
import type { NewUser } from './store/user-store.ts'
import type { AuthStore } from './store.ts'
import { isBanned, isWaiting, type Metadata, type User } from './user.ts'

export interface ConfirmationDeps extends MailDeps {
  store: AuthStore
  limits: Pick<RateLimits, 'confirmAddress' | 'mails'>
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
  input: { email: string; password: string; data: Metadata | undefined } & LinkOptions,
  deps: ConfirmationDeps & { hasher: PasswordHasher },
): Promise<Unconfirmed> {
  const email = normaliseEmail(input.email)
  checkNewPassword(input.password)
  if (!deps.limits.confirmAddress.take(email)) throw authErrors.overEmailSendRate(MAIL_SECONDS)
  const passwordHash = await deps.hasher.hash(input.password)
  const now = deps.clock()
  const account = newAccount({ email, passwordHash, confirmedAt: undefined, userMetadata: input.data })
  const pretended = { user: pretendedUser(account, now), send: async () => {} }
  try {
    const opened = await refusedByDatabase(authErrors.savingUser, () =>
      deps.store.transaction(async (store) => {
        const known = await store.findUserByEmail(email)
        if (known && !isWaiting(known)) return undefined
        if (known) await store.deleteUser(known.id)
        await store.insertUser(account, now)
        const mailed = await putToken(store, account, input, deps, now)
        return { mailed, user: await store.findUserById(account.id) }
      }),
    )
    if (!opened?.user) return pretended
    const { user, mailed } = opened
    return { user, send: () => sendMail({ kind: 'signup', to: user, mailed, redirectTo: input.redirectTo }, deps) }
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
  input: { email: string } & LinkOptions,
  deps: ConfirmationDeps,
): () => Promise<void> {
  const email = normaliseEmail(input.email)
  if (!deps.limits.confirmAddress.take(email)) throw authErrors.overEmailSendRate(MAIL_SECONDS)
  return async () => {
    const now = deps.clock()
    const user = await deps.store.findUserByEmail(email)
    if (!user || !isWaiting(user) || isBanned(user, now)) return
    const mailed = await deps.store.transaction((store) => putToken(store, user, input, deps, now))
    await sendMail({ kind: 'signup', to: user, mailed, redirectTo: input.redirectTo }, deps)
  }
}

function putToken(
  store: AuthStore,
  { id, email }: { id: string; email: string },
  { challenge }: LinkOptions,
  { codeKey }: MailDeps,
  now: Date,
): Promise<MailedToken> {
  return putMailedToken(store, { userId: id, type: 'confirmation_token', relatesTo: email, challenge }, codeKey, now)
}

/** What a new account would look like; without identities, by which clients tell that the address is taken. */
function pretendedUser(account: NewUser & { email: string }, now: Date): User {
  return {
    id: account.id,
    aud: 'authenticated',
    role: account.role,
    email: account.email,
    isAnonymous: false,
    passwordHash: undefined,
    emailConfirmedAt: undefined,
    invitedAt: undefined,
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
