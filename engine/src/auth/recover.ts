import { normaliseEmail } from './email-address.ts'
import { authErrors } from './errors.ts'
import type { Mailer } from './mailer.ts'
import { type RateLimits, RECOVER_SECONDS } from './rate-limits.ts'
import { safeRedirect } from './redirect.ts'
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
  if (!deps.limits.recoverAddress.take(email)) throw authErrors.overEmailSendRate(RECOVER_SECONDS)
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
    store.putRecoveryToken({ userId: user.id, email, hash: hashToken(token) }, now),
  )
  await deps.mailer.sendRecovery(user, recoveryLink(deps.siteUrl, token, redirectTo))
}

/**
 * The link of one recovery token. Its host comes from the configuration alone: whatever a request says about hosts
 * must not end up in somebody's mail. The token stands in the path, because the log redacts it in a query.
 */
export function recoveryLink(siteUrl: string, token: string, redirectTo: string | undefined): string {
  const link = new URL(`${siteUrl}/auth/v1/verify/${token}`)
  link.searchParams.set('type', 'recovery')
  link.searchParams.set('redirect_to', safeRedirect(redirectTo, siteUrl))
  return link.href
}
