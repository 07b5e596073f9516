import { tryNormaliseEmail } from './email-address.ts'
import { authErrors } from './errors.ts'
import type { FailureLimiter } from './failure-limiter.ts'
import { type IssuedSession, issueSession } from './issue-session.ts'
import type { PasswordHasher } from './password-hasher.ts'
import type { ClientInfo } from './store/session-store.ts'
import type { AuthStore } from './store.ts'
import { isBanned, type User } from './user.ts'

/**
 * Signs in by email and password. An unknown address, an account without a password and a wrong password cost one hash
 * each and get the same answer; only a caller who knows the password learns that an account is banned or unconfirmed.
 * @param input.crowded whether the client's address has used up its share; a known place may still sign in.
 * @throws {AuthError} `invalid_credentials`, `user_banned`, `email_not_confirmed`, or `over_request_rate_limit` after
 *   too many failures, with or without an account.
 */
export async function passwordGrant(
  input: { email: string; password: string; client: ClientInfo; crowded?: boolean },
  deps: { store: AuthStore; hasher: PasswordHasher; failures: FailureLimiter; clock: () => Date },
): Promise<IssuedSession> {
  const email = tryNormaliseEmail(input.email)
  // Input that is not an address is counted under the one empty name.
  const guess = { what: 'password', email: email ?? '', client: input.client, crowded: input.crowded === true } as const
  const found: { user?: User | undefined } = {}
  const matches = await deps.failures.attempt(guess, async () => {
    found.user = email === undefined ? undefined : await deps.store.findUserByEmail(email)
    return await deps.hasher.verify(input.password, found.user?.passwordHash)
  })
  const { user } = found
  if (!user || !matches) throw authErrors.invalidCredentials()

  const now = deps.clock()
  return deps.store.transaction(async (store) => {
    // The hash takes long. In the meantime the password may have been changed or the address given to another person,
    // with all sessions ended; a session issued now would outlive that.
    const current = await store.lockUser(user.id)
    if (!current || current.deletedAt || current.email !== user.email || current.passwordHash !== user.passwordHash)
      throw authErrors.invalidCredentials()
    if (isBanned(current, now)) throw authErrors.userBanned()
    if (!current.emailConfirmedAt) throw authErrors.emailNotConfirmed()
    return issueSession(store, current, 'password', input.client, now)
  })
}
