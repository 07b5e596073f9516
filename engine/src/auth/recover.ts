import { normaliseEmail } from './email-address.ts'
import { authErrors } from './errors.ts'
import { mailedLink } from './mailed-link.ts'
import type { Mailer } from './mailer.ts'
import { MAIL_SECONDS, type RateLimits } from './rate-limits.ts'
import { hashToken, newRefreshToken } from './refresh-token.ts'
import type { AuthStore } from './store.ts'
import { isBanned } from './user.ts'

export interface RecoverDeps {
  store: AuthStore
  mailer: Mailer
  limits: Pick<RateLimits, 'recoverAddress' | 'mails'>
  siteUrl: string
  clock: () => Date
}

/**
 * Decides on a recovery request without knowing whether the address has an account.
 * @returns what is left to do after the reply has gone out: neither its answer nor its time tells anything.
 * @throws {AuthError} `validation_failed` for what is no address, `over_email_send_rate_limit` for one that was named
 *   in the last minute, account or not.
 */
export function recover(
  input: { email: string; redirectTo: string | undefined },
  deps: RecoverDeps,
): () => Promise<void> {
  const email = normaliseEmail(input.email)
  if (!deps.limits.recoverAddress.take(email)) throw authErrors.overEmailSendRate(MAIL_SECONDS)
  return () => sendRecoveryLink(email, input.redirectTo, deps)
}

/** Sends the link of an account that may be recovered; does nothing for other addresses. */
async function sendRecoveryLink(email: string, redirectTo: string | undefined, deps: RecoverDeps): Promise<void> {
  const now = deps.clock()
  const user = await deps.store.findUserByEmail(email)
  if (!user || isBanned(user, now)) return
  if (!deps.limits.mails.take('all')) throw new Error('too many mails this hour: a recovery mail was not sent')
  const token = newRefreshToken()
  await deps.store.transaction((store) =>
    store.putOneTimeToken({ userId: user.id, type: 'recovery_token', relatesTo: email, hash: hashToken(token) }, now),
  )
  await deps.mailer.send('recovery', user, mailedLink(deps.siteUrl, 'recovery', token, redirectTo))
}
