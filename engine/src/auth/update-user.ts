import { giveAddress } from './anonymous.ts'
import { refusedByDatabase } from './database-refusal.ts'
import { authErrors } from './errors.ts'
import type { FailureLimiter } from './failure-limiter.ts'
import { mergeMetadata } from './metadata.ts'
import { newPassword } from './new-password.ts'
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
 * user's other sessions and outstanding mails.
 * @throws {AuthError} as `newPassword`, and `validation_failed`.
 */
export async function updateUser(
  caller: { user: User; session: Session },
  input: UpdateUserInput,
  deps: { store: AuthStore; hasher: PasswordHasher; failures: FailureLimiter; codeKey: string; clock: () => Date },
): Promise<User> {
  const { user, session } = caller
  const changes: UserChanges = {}
  if (input.data !== undefined) changes.userMetadata = mergeMetadata(user.userMetadata, input.data)
  const { password, currentPassword, nonce, firstEmail } = input
  const proof = { currentPassword, nonce, withAddress: firstEmail !== undefined }
  const set = password ? await newPassword(caller, { password, ...proof }, deps) : undefined
  if (set) changes.passwordHash = set.passwordHash

  const now = deps.clock()
  return refusedByDatabase(authErrors.updatingUser, () =>
    deps.store.transaction(async (store) => {
      if (set?.spends !== undefined) await spendNonce(store, user, set.spends)
      await store.updateUser(user.id, changes, now)
      if (firstEmail !== undefined) {
        const userMetadata = changes.userMetadata ?? user.userMetadata
        await giveAddress(store, { ...user, userMetadata }, firstEmail, true, now)
      }
      if (set) {
        await store.deleteSessionsOf(user.id, session.id)
        await store.deleteOneTimeTokens(user.id)
        await store.deleteFlowStatesOf(user.id)
        // A recovery session is an ordinary one from here on: the next change needs the password just set.
        await store.setSessionMethod(session.id, 'password', now)
      }
      const updated = await store.findUserById(user.id)
      if (!updated) throw authErrors.userFromTokenNotFound()
      return updated
    }),
  )
}
