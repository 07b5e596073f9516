import type { PasswordRule } from '../kernel/password-sets.ts'
import { authErrors } from './errors.ts'
import type { FailureLimiter } from './failure-limiter.ts'
import type { PasswordHasher } from './password-hasher.ts'
import { checkNewPassword } from './password-rule.ts'
import { checkNonce } from './reauthenticate.ts'
import { RECOVERY_MS } from './session-lifetime.ts'
import type { Session } from './store/session-store.ts'
import type { AuthStore } from './store.ts'
import type { User } from './user.ts'

export interface PasswordInput {
  password: string
  currentPassword: string | undefined
  nonce: string | undefined
  /** Whether the same request gives an anonymous account its address. */
  withAddress: boolean
}

/**
 * Decides whether the holder of a session may set this password. A member who has just opened a mailed link may: they
 * could also request a recovery link, which the thief of a session could not. Otherwise an account that has a password
 * needs it, and no mailed code replaces it; an account without a password needs such a code. An anonymous account gets
 * a password with its address, as at a sign-up, and not before: no one could sign in with it.
 * @returns the hash to store, and the hash of the token to spend with it if a code was needed.
 * @throws {AuthError} `weak_password`, `validation_failed`, `current_password_required`, `current_password_invalid`,
 *   `same_password`, `reauthentication_needed`, `reauthentication_not_valid`, `over_request_rate_limit`.
 */
export async function newPassword(
  { user, session }: { user: User; session: Session },
  { password, currentPassword, nonce, withAddress }: PasswordInput,
  deps: {
    store: AuthStore
    hasher: PasswordHasher
    failures: FailureLimiter
    codeKey: string
    clock: () => Date
    passwords?: PasswordRule | undefined
  },
): Promise<{ passwordHash: string; spends: string | undefined }> {
  checkNewPassword(password, deps.passwords)
  let spends: string | undefined
  if (user.isAnonymous) {
    if (!withAddress) throw authErrors.anonymousPassword()
  } else if (hasOpenedMail(session, deps.clock())) {
    if (await deps.hasher.verify(password, user.passwordHash)) throw authErrors.samePassword()
  } else if (user.passwordHash === undefined) {
    if (!nonce) throw authErrors.reauthenticationNeeded()
    spends = await checkNonce(user, session, nonce, deps)
  } else {
    if (!currentPassword) throw authErrors.currentPasswordRequired()
    // A stolen token must not allow guesses at the password, or keep the member out.
    const isCurrent = await deps.failures.attemptInSession(session.id, () =>
      deps.hasher.verify(currentPassword, user.passwordHash),
    )
    if (!isCurrent) throw authErrors.currentPasswordInvalid()
    if (password === currentPassword) throw authErrors.samePassword()
  }
  return { passwordHash: await deps.hasher.hash(password), spends }
}

/** Whether the session, within the last hour, began with a mailed link or code. */
export function hasOpenedMail(session: Session, now: Date): boolean {
  const counts = (method: string) => method === 'recovery' || method === 'otp'
  return session.methods.some(({ method, at }) => counts(method) && now.getTime() - at.getTime() <= RECOVERY_MS)
}
