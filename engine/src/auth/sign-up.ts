import type { PasswordRule } from '../kernel/password-sets.ts'
import { newAccount } from './create-user.ts'
import { refusedByDatabase } from './database-refusal.ts'
import { normaliseEmail } from './email-address.ts'
import { authErrors } from './errors.ts'
import { type IssuedSession, issueSession } from './issue-session.ts'
import type { PasswordHasher } from './password-hasher.ts'
import { checkNewPassword } from './password-rule.ts'
import { wishesOf } from './sign-up-with-confirmation.ts'
import type { ClientInfo } from './store/session-store.ts'
import type { NewUser } from './store/user-store.ts'
import type { AuthStore } from './store.ts'
import { isWaiting, type Metadata, type User } from './user.ts'

/**
 * Opens an account and signs it in, in one transaction: if a trigger refuses the account, no session, identity or token
 * is left behind. An unconfirmed account without a password is replaced.
 * @throws {AuthError} `validation_failed`, `weak_password`, `user_already_exists`.
 */
export async function signUp(
  input: { email: string; password: string; data: Metadata | undefined; client: ClientInfo },
  deps: { store: AuthStore; hasher: PasswordHasher; clock: () => Date; passwords?: PasswordRule | undefined },
): Promise<IssuedSession> {
  const email = normaliseEmail(input.email)
  checkNewPassword(input.password, deps.passwords)
  // Checked before the expensive hash; the unique index decides between simultaneous sign-ups.
  const known = await deps.store.findUserByEmail(email)
  if (known && !givesWay(known)) throw authErrors.userAlreadyExists()
  const passwordHash = await deps.hasher.hash(input.password)
  const now = deps.clock()
  const account = newAccount({ email, passwordHash, confirmedAt: now, userMetadata: input.data })
  return refusedByDatabase(authErrors.savingUser, () =>
    deps.store.transaction(async (store) => {
      if (known) await takeOver(store, known.id, account, now)
      else await store.insertUser(account, now)
      // Read again: a trigger may have changed the row.
      const user = await store.findUserById(known?.id ?? account.id)
      if (!user) throw authErrors.savingUser()
      return issueSession(store, user, 'password', input.client, now)
    }),
  )
}

/** An account that was opened by a request for a link that signs in, and has never been used. */
function givesWay(user: User): boolean {
  return isWaiting(user) && user.passwordHash === undefined
}

async function takeOver(store: AuthStore, id: string, account: NewUser, now: Date): Promise<void> {
  const known = await store.lockUser(id)
  if (!known || !givesWay(known)) throw authErrors.userAlreadyExists()
  await store.deleteOneTimeTokens(id)
  const { passwordHash = null } = account
  const userMetadata = wishesOf(account, known)
  await store.updateUser(id, { passwordHash, emailConfirmedAt: now, userMetadata }, now)
}
