import { tokenHashOfCode } from './code-guess.ts'
import { verifyEmailChange } from './email-change.ts'
import { authErrors } from './errors.ts'
import type { FailureLimiter } from './failure-limiter.ts'
import { hashToken } from './refresh-token.ts'
import type { OneTimeTokenType } from './store/one-time-token-store.ts'
import type { AuthStore } from './store.ts'
import { type Grant, verifyMailed } from './verify-mailed.ts'

/** What GoTrue says when one of two addresses has agreed. */
export const OTHER_ADDRESS_NEXT = 'Confirmation link accepted. Please proceed to confirm link sent to the other email'

/** The token of a mailed link, or the code of the same mail with the address it went to. */
export type Proof = { token: string; email: string | undefined } | { code: string; email: string }

// A link that signs in is a recovery to GoTrue, and the first one of a new account confirms it.
const SIGN_IN = ['recovery_token', 'confirmation_token'] as const
const TYPES = new Map<string | null, readonly OneTimeTokenType[]>([
  ['recovery', ['recovery_token']],
  ['magiclink', SIGN_IN],
  ['email', SIGN_IN],
  ['signup', ['confirmation_token']],
  ['invite', ['confirmation_token']],
  ['email_change', ['email_change_token_current', 'email_change_token_new']],
])

/**
 * Takes what was mailed for the named purpose.
 * @returns undefined when the proof was one of two and the other is still out.
 * @throws {AuthError} `validation_failed` for a type that is never mailed, `otp_expired`, `user_banned`,
 *   `email_exists`, `over_request_rate_limit` after too many wrong codes.
 */
export async function verify<T>(
  type: string | null,
  proof: Proof,
  grant: Grant<T>,
  deps: { store: AuthStore; failures: FailureLimiter; codeKey: string; clock: () => Date },
): Promise<T | undefined> {
  const types = TYPES.get(type)
  if (!types) throw authErrors.validationFailed('Unsupported verification type')
  const tokenHash = 'token' in proof ? hashToken(proof.token) : await tokenHashOfCode({ ...proof, types }, deps)
  if (type === 'email_change') return verifyEmailChange({ tokenHash, types }, grant, deps)
  const method = type === 'recovery' ? 'recovery' : 'otp'
  return verifyMailed({ tokenHash, types, method, email: proof.email }, grant, deps)
}
