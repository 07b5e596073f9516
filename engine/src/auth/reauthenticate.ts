import { tokenHashOfCode } from './code-guess.ts'
import { AuthError, authErrors } from './errors.ts'
import type { FailureLimiter } from './failure-limiter.ts'
import { putMailedToken } from './mailed-token.ts'
import { type ChangeLimits, MAIL_SECONDS, type RateLimits, takeChangeMail } from './rate-limits.ts'
import { type MailDeps, sendMail } from './send-mail.ts'
import type { Session } from './store/session-store.ts'
import type { AuthStore } from './store.ts'
import type { User } from './user.ts'

const TYPES = ['reauthentication_token'] as const

/**
 * Creates a code with which the holder of a session proves that they read the account's mail.
 * @returns the work that is left after the reply.
 * @throws {AuthError} `validation_failed` for an account without an address, `over_email_send_rate_limit` after
 *   another one in the last minute or five in the last hour.
 */
export async function reauthenticate(
  user: User,
  deps: MailDeps & { store: AuthStore; limits: ChangeLimits & Pick<RateLimits, 'reauthenticate'>; clock: () => Date },
): Promise<() => Promise<void>> {
  if (user.email === '')
    throw authErrors.validationFailed('Reauthentication requires the user to have an email or a phone number')
  if (!deps.limits.reauthenticate.take(user.id)) throw authErrors.overEmailSendRate(MAIL_SECONDS)
  takeChangeMail(deps.limits, user.id)
  const mail = { userId: user.id, type: TYPES[0], relatesTo: user.email }
  const mailed = await deps.store.transaction((store) => putMailedToken(store, mail, deps.codeKey, deps.clock()))
  return () => sendMail({ kind: 'reauthentication', to: user, mailed, redirectTo: undefined }, deps)
}

/**
 * Checks such a code; `spendNonce` uses it up.
 * @returns the hash of the token that the code represents.
 * @throws {AuthError} `reauthentication_not_valid`, `over_request_rate_limit`.
 */
export async function checkNonce(
  user: User,
  session: Pick<Session, 'id'>,
  nonce: string,
  deps: { store: AuthStore; failures: FailureLimiter; codeKey: string; clock: () => Date },
): Promise<string> {
  try {
    return await tokenHashOfCode({ email: user.email, code: nonce, types: TYPES, by: { sessionId: session.id } }, deps)
  } catch (error) {
    if (error instanceof AuthError && error.code === 'otp_expired') throw authErrors.reauthenticationNotValid()
    throw error
  }
}

/** @throws {AuthError} `reauthentication_not_valid` if another request was quicker. */
export async function spendNonce(store: AuthStore, user: User, tokenHash: string): Promise<void> {
  const token = await store.takeOneTimeToken(tokenHash, TYPES)
  if (token?.userId !== user.id) throw authErrors.reauthenticationNotValid()
}
