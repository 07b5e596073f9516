import { randomUUID } from 'node:crypto'
import { refusedByDatabase } from './database-refusal.ts'
import { normaliseEmail } from './email-address.ts'
import { authErrors } from './errors.ts'
import type { FailureLimiter } from './failure-limiter.ts'
import { type IssuedSession, issueSession } from './issue-session.ts'
import { emailIdentityData, mergeMetadata } from './metadata.ts'
import { MAIL_SECONDS, type RateLimits } from './rate-limits.ts'
import type { ClientInfo } from './store/session-store.ts'
import type { NewUser, UserChanges } from './store/user-store.ts'
import type { AuthStore } from './store.ts'
import type { Metadata, User } from './user.ts'

/**
 * Opens an account without an address or password, and signs it in: it lasts as long as its session is kept, or until
 * it gets an address.
 * @throws {AuthError} `validation_failed`, also when a rule of the database refuses it.
 */
export async function signInAnonymously(
  input: { data: Metadata | undefined; client: ClientInfo },
  deps: { store: AuthStore; clock: () => Date },
): Promise<IssuedSession> {
  const now = deps.clock()
  const account: NewUser = {
    id: randomUUID(),
    email: undefined,
    passwordHash: undefined,
    role: 'authenticated',
    confirmedAt: undefined,
    bannedUntil: undefined,
    appMetadata: {},
    userMetadata: mergeMetadata({}, input.data),
  }
  return refusedByDatabase(authErrors.savingAnonymousUser, () =>
    deps.store.transaction(async (store) => {
      await store.insertUser(account, now)
      const user = await store.findUserById(account.id)
      if (!user) throw authErrors.savingAnonymousUser()
      return issueSession(store, user, 'anonymous', input.client, now)
    }),
  )
}

/**
 * Checks the first address of an anonymous account where no mail is sent, with the answers of a sign-up.
 * @throws {AuthError} `validation_failed`, `email_exists`, `over_email_send_rate_limit` after another one in the last
 *   minute: asking for addresses must not be quicker here than by sign-ups.
 */
export async function firstEmail(
  user: User,
  wanted: string,
  client: ClientInfo,
  deps: { store: AuthStore; failures: FailureLimiter; limits: Pick<RateLimits, 'changeAddress'> },
): Promise<string> {
  const email = normaliseEmail(wanted)
  if (!deps.limits.changeAddress.take(user.id)) throw authErrors.overEmailSendRate(MAIL_SECONDS)
  return await deps.failures.telling(client, async () => {
    if (await deps.store.findUserByEmail(email)) throw authErrors.emailExists()
    return email
  })
}

/**
 * Gives an account an address; an anonymous account is an ordinary one afterwards. Mails to the previous address, and
 * what its holder has confirmed, become void.
 */
export async function giveAddress(store: AuthStore, user: User, email: string, verified: boolean, now: Date) {
  await store.deleteOneTimeTokens(user.id)
  const changes: UserChanges = { email, ...(verified ? { emailConfirmedAt: now } : {}) }
  if (!user.isAnonymous) {
    const userMetadata = mergeMetadata(user.userMetadata, { email, email_verified: verified })
    await store.updateUser(user.id, { ...changes, userMetadata }, now)
    return
  }
  const userMetadata = mergeMetadata(user.userMetadata, emailIdentityData(user.id, email, verified))
  const appMetadata = mergeMetadata(user.appMetadata, { provider: 'email', providers: ['email'] })
  await store.updateUser(user.id, { ...changes, isAnonymous: false, userMetadata, appMetadata }, now)
  await store.insertEmailIdentity(user.id, email, verified, now)
}
