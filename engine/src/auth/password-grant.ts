import { tryNormaliseEmail } from './email-address.ts'
import { authErrors } from './errors.ts'
import type { FailureLimiter } from './failure-limiter.ts'
import { type IssuedSession, issueSession } from './issue-session.ts'
import type { PasswordHasher } from './password-hasher.ts'
import type { ClientInfo } from './store/session-store.ts'
import type { AuthStore } from './store.ts'
import { isBanned } from './user.ts'

/**
 * Signs in by e-mail and password. An unknown address, an account without a password and a wrong password cost one
 * hash each and answer alike; only who knows the password learns that an account is banned or unconfirmed.
 * @throws {AuthError} `invalid_credentials`, `user_banned`, `email_not_confirmed`, or `over_request_rate_limit` after
 *   too many failures on this address, whether or not it has an account.
 */
export async function passwordGrant(
  input: { email: string; password: string; client: ClientInfo },
  deps: { store: AuthStore; hasher: PasswordHasher; failures: FailureLimiter; clock: () => Date },
): Promise<IssuedSession> {
  const email = tryNormaliseEmail(input.email)
  const user = email === undefined ? undefined : await deps.store.findUserByEmail(email)
  const check = () => deps.hasher.verify(input.password, user?.passwordHash)
  const matches = await (email === undefined ? check() : deps.failures.attempt(email, check))
  if (!user || !matches) throw authErrors.invalidCredentials()

  const now = deps.clock()
  if (isBanned(user, now)) throw authErrors.userBanned()
  if (!user.emailConfirmedAt) throw authErrors.emailNotConfirmed()
  return deps.store.transaction((store) => issueSession(store, user, 'password', input.client, now))
}
