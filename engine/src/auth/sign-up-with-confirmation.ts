import { randomUUID } from 'node:crypto'
import type { PasswordRule } from '../kernel/password-sets.ts'
import { newAccount } from './create-user.ts'
import { refusedByDatabase } from './database-refusal.ts'
import { normaliseEmail } from './email-address.ts'
import { AuthError, authErrors } from './errors.ts'
import { putMailedToken } from './mailed-token.ts'
import { emailIdentityData } from './metadata.ts'
import type { PasswordHasher } from './password-hasher.ts'
import { checkNewPassword } from './password-rule.ts'
import { askedBy, MAIL_SECONDS, type RateLimits } from './rate-limits.ts'
import type { Asking, LinkOptions } from './recover.ts'
import { type MailDeps, sendKnownAddress, sendMail } from './send-mail.ts'
import { noteSigner } from './sign-up-proof.ts'
import type { NewUser } from './store/user-store.ts'
import type { AuthStore } from './store.ts'
import { isBanned, isWaiting, type Metadata, type User } from './user.ts'

export interface ConfirmationDeps extends MailDeps {
  store: AuthStore
  passwords?: PasswordRule | undefined
  limits: Pick<RateLimits, 'confirmAddress' | 'noticeAddress'>
  clock: () => Date
}

/** The data of a sign-up, and where the link of the mail leads. */
type SignUpInput = { email: string; password: string; data: Metadata | undefined } & LinkOptions & Asking

/** An account without a session, and the work that is left after the reply. */
export interface Unconfirmed {
  user: User
  send: () => Promise<void>
}

/**
 * Opens an account whose address has to be confirmed by a mailed link. The answer is the same for every address, in the
 * same time: what depends on the address happens after it. The holder of an existing account is notified by mail. If
 * the address has an unconfirmed account with another password, either of the two people may be a stranger: neither
 * password is kept, and the link of the mail leads to the page where one is chosen. The metadata of the last sign-up
 * applies, as its link does.
 * @throws {AuthError} `validation_failed`, `weak_password`, what the database refuses except for the address,
 *   `over_email_send_rate_limit` for an address that the client named in the last minute.
 */
export async function signUpWithConfirmation(
  input: SignUpInput,
  deps: ConfirmationDeps & { hasher: PasswordHasher },
): Promise<Unconfirmed> {
  const email = normaliseEmail(input.email)
  checkNewPassword(input.password, deps.passwords)
  if (!deps.limits.confirmAddress.take(askedBy(input.client, email))) throw authErrors.overEmailSendRate(MAIL_SECONDS)
  const passwordHash = await deps.hasher.hash(input.password)
  const now = deps.clock()
  const account = newAccount({ email, passwordHash, confirmedAt: undefined, userMetadata: input.data })
  await rehearse(account, deps.store, now)
  return { user: pretendedUser(account, now), send: () => openAndMail(account, input, deps, now) }
}

/** The data of a sign-up, as the metadata of the unconfirmed account that its address already has. */
export function wishesOf(account: Pick<NewUser, 'userMetadata'>, known: Pick<User, 'id'>): Metadata {
  return { ...account.userMetadata, sub: known.id }
}

/**
 * Creates the account under an unused address, and rolls back: a refusal then does not depend on the address.
 */
export async function rehearse(account: NewUser, store: AuthStore, now: Date): Promise<void> {
  const undone = new Error('taken back')
  const [id, name] = [randomUUID(), randomUUID()]
  const work = store.transaction(async (tx) => {
    await tx.insertUser({ ...account, id, email: `${name}@rehearsal.invalid` }, now)
    throw undone
  })
  await refusedByDatabase(authErrors.savingUser, () => work).catch((error: unknown) => {
    if (error !== undone) throw error
  })
}

async function openAndMail(
  account: NewUser & { email: string },
  input: SignUpInput,
  deps: ConfirmationDeps & { hasher: PasswordHasher },
  now: Date,
): Promise<void> {
  let allowed: boolean | undefined
  for (;;) {
    const known = await deps.store.findUserByEmail(account.email)
    const waits = known === undefined || isWaiting(known)
    const hash = waits ? known?.passwordHash : undefined
    // Checked for every address, if only against nothing: simultaneous sign-ins wait in the same queue, and their delay
    // would reveal which addresses have a password to check. Outside the transaction, which would hold a connection.
    const matches = await deps.hasher.verify(input.password, hash)
    if (!waits) return await sendKnownAddress(account.email, deps)
    // If no mail is sent, nothing changes: the link of the last one stays valid.
    allowed ??= deps.mails.allows('signUpMails', account.email, false, input.client.ip)
    if (!allowed) return
    const work = () =>
      deps.store.transaction((store) => openOrJoin(account, input, { hash, matches }, { ...deps, store }, now))
    const mail = await refusedByDatabase(authErrors.savingUser, work).catch((error: unknown) => {
      // Two sign-ups collided in the unique index: this one is the second.
      if (error instanceof AuthError && error.code === 'user_already_exists') return undefined
      throw error
    })
    if (mail) return await mail.send()
  }
}

/** @returns undefined if the account is not the one that was checked, or has another password by now. */
async function openOrJoin(
  account: NewUser & { email: string },
  input: SignUpInput,
  checked: { hash: string | undefined; matches: boolean },
  deps: ConfirmationDeps,
  now: Date,
) {
  const { store } = deps
  const found = await store.findUserByEmail(account.email)
  if (!found) {
    await store.insertUser(account, now)
    await noteSignUp(account, input, deps)
    return await putMail(account, input, deps, now)
  }
  const known = await store.lockUser(found.id)
  if (!known || !isWaiting(known) || known.passwordHash !== checked.hash) return undefined
  // The same person once more, perhaps with another username.
  if (checked.matches) {
    await store.updateUser(known.id, { userMetadata: wishesOf(account, known) }, now)
    await noteSignUp(known, input, deps)
    return await putMail(known, input, deps, now)
  }
  await store.deleteOneTimeTokens(known.id)
  await store.updateUser(known.id, { passwordHash: null, userMetadata: wishesOf(account, known) }, now)
  return await putMail({ ...known, passwordHash: undefined }, input, deps, now)
}

async function noteSignUp(
  { id, passwordHash }: Pick<NewUser, 'id' | 'passwordHash'>,
  { client }: Asking,
  { store, codeKey }: ConfirmationDeps,
): Promise<void> {
  if (passwordHash !== undefined) await noteSigner(store, { id, passwordHash }, client.device, codeKey)
}

/**
 * Sends the link of an unconfirmed account again; the earlier link becomes invalid.
 * @returns the work that is left after the reply, which reveals nothing about accounts.
 * @throws {AuthError} `validation_failed`, `over_email_send_rate_limit`.
 */
export function resendConfirmation(
  input: { email: string } & LinkOptions & Asking,
  deps: ConfirmationDeps,
): () => Promise<void> {
  const email = normaliseEmail(input.email)
  if (!deps.limits.confirmAddress.take(askedBy(input.client, email))) throw authErrors.overEmailSendRate(MAIL_SECONDS)
  return async () => {
    const now = deps.clock()
    const user = await deps.store.findUserByEmail(email)
    if (!user || !isWaiting(user) || isBanned(user, now)) return
    if (!deps.mails.allows('signUpMails', email, false, input.client.ip)) return
    const mail = await deps.store.transaction(async (store) => {
      // Read once more: in between, another sign-up with the address or its confirmation may have arrived.
      const waiting = await store.lockUser(user.id)
      return waiting && isWaiting(waiting) ? await putMail(waiting, input, { ...deps, store }, now) : undefined
    })
    await mail?.send()
  }
}

/**
 * Creates the mail to an unconfirmed account. Without a password, its link leads to the page where one is chosen.
 */
async function putMail(
  to: { id: string; email: string; passwordHash: string | undefined },
  { challenge, redirectTo }: LinkOptions,
  deps: ConfirmationDeps,
  now: Date,
): Promise<{ send(): Promise<void> }> {
  const hasPassword = to.passwordHash !== undefined
  const token = { userId: to.id, type: 'confirmation_token', relatesTo: to.email, challenge } as const
  const mailed = await putMailedToken(deps.store, token, deps.codeKey, now)
  const kind = hasPassword ? 'signup' : 'second_sign_up'
  return { send: () => sendMail({ kind, to: { id: to.id, email: to.email }, mailed, redirectTo }, deps) }
}

/** What a new account looks like, whether or not there is one. */
export function pretendedUser(account: NewUser & { email: string }, now: Date): User {
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
    factors: [],
    identities: [
      {
        id: randomUUID(),
        providerId: account.id,
        provider: 'email',
        identityData: emailIdentityData(account.id, account.email, false),
        email: account.email,
        lastSignInAt: undefined,
        createdAt: now,
        updatedAt: now,
      },
    ],
  }
}
