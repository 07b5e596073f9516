import { verifyEmailChange } from './email-change.ts'
import { authErrors } from './errors.ts'
import type { IssuedSession } from './issue-session.ts'
import type { ClientInfo } from './store/session-store.ts'
import type { AuthStore } from './store.ts'
import { verifyRecovery } from './verify-recovery.ts'
import { verifySignUp } from './verify-sign-up.ts'

/** What GoTrue says when one of two addresses has agreed. */
export const OTHER_ADDRESS_NEXT = 'Confirmation link accepted. Please proceed to confirm link sent to the other email'

/**
 * Opens a session by a mailed token of the named type.
 * @returns undefined when the token was one of two and the other is still out.
 * @throws {AuthError} `validation_failed` for a type that is never mailed, else as the type's own function.
 */
export async function verify(
  type: string | null,
  input: { token: string; email: string | undefined; client: ClientInfo },
  deps: { store: AuthStore; clock: () => Date },
): Promise<IssuedSession | undefined> {
  switch (type) {
    case 'recovery':
      return verifyRecovery(input, deps)
    case 'signup':
    case 'email':
      return verifySignUp(input, deps)
    case 'email_change':
      return verifyEmailChange(input, deps)
    default:
      throw authErrors.validationFailed('Unsupported verification type')
  }
}
