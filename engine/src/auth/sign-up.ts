import { newAccount } from './create-user.ts'
import { refusedByDatabase } from './database-refusal.ts'
import { normaliseEmail } from './email-address.ts'
import { authErrors } from './errors.ts'
import { type IssuedSession, issueSession } from './issue-session.ts'
import type { PasswordHasher } from './password-hasher.ts'
import { checkNewPassword } from './password-rule.ts'
import type { ClientInfo } from './store/session-store.ts'
import type { AuthStore } from './store.ts'
import type { Metadata } from './user.ts'

/**
 * Opens an account and signs it in, in one transaction: when a trigger refuses the account, no session, identity or
 * token is left behind.
 * @throws {AuthError} `validation_failed`, `weak_password`, `user_already_exists`, `unexpected_failure`.
 */
export async function signUp(
  input: { email: string; password: string; data: Metadata | undefined; client: ClientInfo },
  deps: { store: AuthStore; hasher: PasswordHasher; clock: () => Date },
): Promise<IssuedSession> {
  const email = normaliseEmail(input.email)
  checkNewPassword(input.password)
  // Checked before the hash is paid for; the unique index decides when two come at once.
  if (await deps.store.findUserByEmail(email)) throw authErrors.userAlreadyExists()
  const passwordHash = await deps.hasher.hash(input.password)
  const now = deps.clock()
  const account = newAccount({ email, passwordHash, confirmedAt: now, userMetadata: input.data })
  return refusedByDatabase(authErrors.savingUser, () =>
    deps.store.transaction(async (store) => {
      await store.insertUser(account, now)
      // Read back: a trigger may have changed the row.
      const user = await store.findUserById(account.id)
      if (!user) throw authErrors.savingUser()
      return issueSession(store, user, 'password', input.client, now)
    }),
  )
}
