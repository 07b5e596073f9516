import { giveAddress } from './anonymous.ts'
import { lockCaller } from './authenticate.ts'
import { refusedByDatabase } from './database-refusal.ts'
import { authErrors } from './errors.ts'
import { removeNewFactors } from './factors.ts'
import type { FailureLimiter } from './failure-limiter.ts'
import { mergeMetadata } from './metadata.ts'
import { hasOpenedMail, newPassword } from './new-password.ts'
import type { PasswordHasher } from './password-hasher.ts'
import { spendNonce } from './reauthenticate.ts'
import type { Session } from './store/session-store.ts'
import type { UserChanges } from './store/user-store.ts'
import type { AuthStore } from './store.ts'
import type { Metadata, User } from './user.ts'

export interface UpdateUserInput {
  password?: string | undefined
  currentPassword?: string | undefined
  /** The code that `reauthenticate` mailed. */
  nonce?: string | undefined
  data?: Metadata | undefined
  /** The first address of an anonymous account, normalised; it needs no confirmation. */
  firstEmail?: string | undefined
}

/**
 * Changes the caller's own account. A new password needs a proof in the same request, see `newPassword`; it ends the
 * user's other sessions and invalidates outstanding mails. If a mailed link was the proof, and no second step was taken,
 * second steps of the last three days are removed.
 * @throws {AuthError} as `newPassword`, and `validation_failed`.
 */
export async function updateUser(
  caller: { user: User; session: Session },
  input: UpdateUserInput,
  deps: { store: AuthStore; hasher: PasswordHasher; failures: FailureLimiter; codeKey: string; clock: () => Date },
): Promise<User> {
  const { user, session } = caller
  const { password, currentPassword, nonce, firstEmail } = input
  const proof = { currentPassword, nonce, withAddress: firstEmail !== undefined }
  // Before anything is hashed.
  if (input.data !== undefined) mergeMetadata(user.userMetadata, input.data)
  const set = password ? await newPassword(caller, { password, ...proof }, deps) : undefined

  const now = deps.clock()
  const work = () =>
    deps.store.transaction(async (store) => {
      const current = await lockCaller(store, caller, now)
      // The proof was about the password as it was then.
      if (set && current.passwordHash !== user.passwordHash) throw authErrors.currentPasswordInvalid()
      if (set?.spends !== undefined) await spendNonce(store, user, set.spends)
      const userMetadata =
        input.data === undefined ? current.userMetadata : mergeMetadata(current.userMetadata, input.data)
      const changes: UserChanges = set ? { userMetadata, passwordHash: set.passwordHash } : { userMetadata }
      await store.updateUser(user.id, changes, now)
      if (firstEmail !== undefined) await giveAddress(store, { ...current, userMetadata }, firstEmail, true, now)
      if (set) {
        await store.deleteSessionsOf(user.id, session.id)
        await store.deleteOneTimeTokens(user.id)
        await store.deleteFlowStatesOf(user.id)
        if (session.aal !== 'aal2' && hasOpenedMail(session, now)) await removeNewFactors(store, current, now)
        // From here on a recovery session is an ordinary one: the next change needs the new password.
        await store.setSessionMethod(session.id, 'password', now)
      }
      const updated = await store.findUserById(user.id)
      if (!updated) throw authErrors.userFromTokenNotFound()
      return updated
    })
  const updated = await refusedByDatabase(authErrors.updatingUser, work, authErrors.emailExists)
  if (set && session.aal === 'aal2') await deps.failures.forgetAccount(user.id)
  else if (set) await deps.failures.forgetAccountOnceADay(user.id)
  return updated
}
