import { tryNormaliseEmail } from './email-address.ts'
import { authErrors } from './errors.ts'
import type { FailureLimiter } from './failure-limiter.ts'
import { CODE_MS, CODE_TRIES, hashCode } from './mailed-token.ts'
import { sameText } from './same-text.ts'
import type { OneTimeTokenType } from './store/one-time-token-store.ts'
import type { AuthStore } from './store.ts'

/**
 * Finds the mail that a code was sent in. Five guesses use a code up, at all engines together; besides, an address
 * has to wait after ten wrong guesses as after ten wrong passwords, account or not. Links are not affected.
 * @param input.types what the code may have been mailed for.
 * @returns the hash of the token in that mail's link, which does what the code does.
 * @throws {AuthError} `otp_expired` for a code that is wrong, used, used up or older than ten minutes, or an address
 *   without one; `over_request_rate_limit`.
 */
export async function tokenHashOfCode(
  input: { email: string; code: string; types: readonly OneTimeTokenType[] },
  deps: { store: AuthStore; failures: FailureLimiter; codeKey: string; clock: () => Date },
): Promise<string> {
  const email = tryNormaliseEmail(input.email)
  if (email === undefined) throw authErrors.codeExpired()
  let found: string | undefined
  // Not the key of wrong passwords: guessing codes must not keep anybody from signing in.
  await deps.failures.attempt(`code ${email}`, async () => {
    const issuedAfter = new Date(deps.clock().getTime() - CODE_MS)
    const codes = await deps.store.tryCodes(email, input.types, issuedAfter, CODE_TRIES)
    const right = codes.filter((known) => sameText(known.codeHash, hashCode(input.code, known.tokenHash, deps.codeKey)))
    found = right[0]?.tokenHash
    return found !== undefined
  })
  if (found === undefined) throw authErrors.codeExpired()
  return found
}
