import { tryNormaliseEmail } from './email-address.ts'
import { authErrors } from './errors.ts'
import type { FailureLimiter } from './failure-limiter.ts'
import { CODE_MS, CODE_TRIES, hashCode } from './mailed-token.ts'
import { sameText } from './same-text.ts'
import type { OneTimeTokenType } from './store/one-time-token-store.ts'
import type { ClientInfo } from './store/session-store.ts'
import type { AuthStore } from './store.ts'

/**
 * Finds the mail in which a code was sent. A code allows five guesses, at all engines together. In addition, wrong
 * guesses are limited like wrong passwords, with or without an account. Links are not affected.
 * @param input.types the purposes for which the code may have been mailed.
 * @returns the hash of the token in that mail's link, which has the same effect as the code.
 * @throws {AuthError} `otp_expired` for a code that is wrong, used, used up or older than ten minutes, or an address
 *   without one; `over_request_rate_limit`.
 */
export async function tokenHashOfCode(
  input: {
    email: string
    code: string
    types: readonly OneTimeTokenType[]
    /** Who guesses: a client without a session, or the holder of one. */
    by: { client: ClientInfo } | { sessionId: string }
  },
  deps: { store: AuthStore; failures: FailureLimiter; codeKey: string; clock: () => Date },
): Promise<string> {
  const email = tryNormaliseEmail(input.email)
  if (email === undefined) throw authErrors.codeExpired()
  let found: string | undefined
  const { by } = input
  const check = async () => {
    const issuedAfter = new Date(deps.clock().getTime() - CODE_MS)
    const codes = await deps.store.tryCodes(email, input.types, issuedAfter, CODE_TRIES)
    const right = codes.filter((known) => sameText(known.codeHash, hashCode(input.code, known.tokenHash, deps.codeKey)))
    found = right[0]?.tokenHash
    return found !== undefined
  }
  // Counted separately from wrong passwords: guessed codes must not prevent anyone from signing in.
  if ('sessionId' in by) await deps.failures.attemptInSession(by.sessionId, check)
  else await deps.failures.attempt({ what: 'code', email, client: by.client, codes: input.types.length }, check)
  if (found === undefined) throw authErrors.codeExpired()
  return found
}
