import { refusedByDatabase } from './database-refusal.ts'
import { authErrors } from './errors.ts'
import type { FailureLimiter } from './failure-limiter.ts'
import { mergeMetadata } from './metadata.ts'
import type { PasswordHasher } from './password-hasher.ts'
import { checkNewPassword } from './password-rule.ts'
import { RECOVERY_MS } from './session-lifetime.ts'
import type { Session } from './store/session-store.ts'
import type { UserChanges } from './store/user-store.ts'
import type { AuthStore } from './store.ts'
import type { Metadata, User } from './user.ts'

export interface UpdateUserInput {
  password?: string | undefined
  currentPassword?: string | undefined
  data?: Metadata | undefined
}

/**
 * Changes the caller's own account. A new password needs the current one in the same request, save in a session that
 * a recovery link opened within the last hour, or any mailed link for an account without a password; it ends the user's other sessions and outstanding links.
 * @throws {AuthError} `weak_password`, `validation_failed`, `current_password_required`, `current_password_invalid`,
 *   `same_password`, `over_request_rate_limit`.
 */
export async function updateUser(
  caller: { user: User; session: Session },
  input: UpdateUserInput,
  deps: { store: AuthStore; hasher: PasswordHasher; failures: FailureLimiter; clock: () => Date },
): Promise<User> {
  const { user, session } = caller
  const changes: UserChanges = {}
  if (input.data !== undefined) changes.userMetadata = mergeMetadata(user.userMetadata, input.data)
  if (input.password !== undefined && input.password !== '')
    changes.passwordHash = await newPasswordHash(caller, input.password, input.currentPassword, deps)

  const now = deps.clock()
  return refusedByDatabase(authErrors.updatingUser, () =>
    deps.store.transaction(async (store) => {
      await store.updateUser(user.id, changes, now)
      if (changes.passwordHash !== undefined) {
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

async function newPasswordHash(
  { user, session }: { user: User; session: Session },
  password: string,
  currentPassword: string | undefined,
  deps: { hasher: PasswordHasher; failures: FailureLimiter; clock: () => Date },
): Promise<string> {
  checkNewPassword(password)
  if (hasProvedMailbox(user, session, deps.clock())) {
    if (await deps.hasher.verify(password, user.passwordHash)) throw authErrors.samePassword()
  } else {
    if (!currentPassword) throw authErrors.currentPasswordRequired()
    // A stolen token must not become a way to guess the password past the sign-in limit.
    const isCurrent = await deps.failures.attempt(user.email, () =>
      deps.hasher.verify(currentPassword, user.passwordHash),
    )
    if (!isCurrent) throw authErrors.currentPasswordInvalid()
    if (password === currentPassword) throw authErrors.samePassword()
  }
  return deps.hasher.hash(password)
}

/** Whoever has just opened a mail could ask for a recovery link as well; a stolen session could not. */
function hasProvedMailbox(user: User, session: Session, now: Date): boolean {
  const counts = (method: string) => method === 'recovery' || (method === 'otp' && user.passwordHash === undefined)
  return session.methods.some(({ method, at }) => counts(method) && now.getTime() - at.getTime() <= RECOVERY_MS)
}
