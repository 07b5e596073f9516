import { tokenHashOfCode } from './code-guess.ts'
import { verifyEmailChange } from './email-change.ts'
import { authErrors } from './errors.ts'
import type { FailureLimiter } from './failure-limiter.ts'
import { hashToken } from './refresh-token.ts'
import type { OneTimeTokenType } from './store/one-time-token-store.ts'
import type { ClientInfo } from './store/session-store.ts'
import type { AuthStore } from './store.ts'
import { type Grant, verifyMailed } from './verify-mailed.ts'

/** GoTrue's text when one of two addresses has confirmed. */
export const OTHER_ADDRESS_NEXT = 'Confirmation link accepted. Please proceed to confirm link sent to the other email'

/** The token of a mailed link, or the code of the same mail with the address to which it was sent. */
export type Proof = ({ token: string; email: string | undefined } | { code: string; email: string }) & {
  client: ClientInfo
}

// GoTrue counts a link that signs in as a recovery, and the first one of a new account confirms it. A link to choose a
// password may confirm as well: that of an address with several sign-ups.
const SIGN_IN = ['recovery_token', 'confirmation_token'] as const
const TYPES = new Map<string | null, readonly OneTimeTokenType[]>([
  ['recovery', SIGN_IN],
  ['magiclink', SIGN_IN],
  ['email', SIGN_IN],
  ['signup', ['confirmation_token']],
  ['invite', ['confirmation_token']],
  ['email_change', ['email_change_token_current', 'email_change_token_new']],
])

/**
 * Spends a mailed token or code for the given purpose.
 * @returns undefined if the proof was one of two and the other is still missing.
 * @throws {AuthError} `validation_failed` for a type that is never mailed and when a rule of the database refuses the
 *   account, `otp_expired`, `user_banned`, `email_exists`, `old_address_first`, `over_request_rate_limit` after too many
 *   wrong codes.
 */
export async function verify<T>(
  type: string | null,
  proof: Proof,
  grant: Grant<T>,
  deps: { store: AuthStore; failures: FailureLimiter; codeKey: string; clock: () => Date },
): Promise<T | undefined> {
  const types = TYPES.get(type)
  if (!types) throw authErrors.validationFailed('Unsupported verification type')
  const tokenHash =
    'token' in proof
      ? hashToken(proof.token)
      : await tokenHashOfCode({ ...proof, types, by: { client: proof.client } }, deps)
  if (type === 'email_change') return verifyEmailChange({ tokenHash, types, device: proof.client.device }, grant, deps)
  const method = type === 'recovery' ? 'recovery' : 'otp'
  return verifyMailed({ tokenHash, types, method, email: proof.email, device: proof.client.device }, grant, deps)
}
