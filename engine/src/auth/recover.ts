import { normaliseEmail } from './email-address.ts'
import { authErrors } from './errors.ts'
import { putMailedToken } from './mailed-token.ts'
import type { CodeChallenge } from './pkce.ts'
import { MAIL_SECONDS, type RateLimits } from './rate-limits.ts'
import { type MailDeps, sendMail } from './send-mail.ts'
import type { AuthStore } from './store.ts'
import { isBanned } from './user.ts'

export interface RecoverDeps extends MailDeps {
  store: AuthStore
  limits: Pick<RateLimits, 'recoverAddress' | 'mails'>
  clock: () => Date
}

/** What the client says about the link that it asks for. */
export interface LinkOptions {
  redirectTo: string | undefined
  challenge: CodeChallenge | undefined
}

/**
 * Decides on a recovery request without knowing whether the address has an account.
 * @returns what is left to do after the reply has gone out: neither its answer nor its time tells anything.
 * @throws {AuthError} `validation_failed` for what is no address, `over_email_send_rate_limit` for one that was named
 *   in the last minute, account or not.
 */
export function recover(input: { email: string } & LinkOptions, deps: RecoverDeps): () => Promise<void> {
  const email = normaliseEmail(input.email)
  if (!deps.limits.recoverAddress.take(email)) throw authErrors.overEmailSendRate(MAIL_SECONDS)
  return () => sendSignInMail('recovery', email, input, deps)
}

/**
 * Sends an account the means to sign in without its password; does nothing for other addresses. One such mail is
 * valid at a time, whichever kind it is.
 */
export async function sendSignInMail(
  kind: 'recovery' | 'magiclink',
  email: string,
  { redirectTo, challenge }: LinkOptions,
  deps: RecoverDeps,
): Promise<void> {
  const now = deps.clock()
  const user = await deps.store.findUserByEmail(email)
  if (!user || isBanned(user, now)) return
  const mailed = await deps.store.transaction((store) =>
    putMailedToken(store, { userId: user.id, type: 'recovery_token', relatesTo: email, challenge }, deps.codeKey, now),
  )
  await sendMail({ kind, to: user, mailed, redirectTo }, deps)
}
