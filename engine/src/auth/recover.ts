import { normaliseEmail } from './email-address.ts'
import { authErrors } from './errors.ts'
import type { FailureLimiter } from './failure-limiter.ts'
import { putMailedToken } from './mailed-token.ts'
import type { CodeChallenge } from './pkce.ts'
import { askedBy, MAIL_SECONDS, type RateLimits } from './rate-limits.ts'
import { type MailDeps, sendMail } from './send-mail.ts'
import type { ClientInfo } from './store/session-store.ts'
import type { AuthStore } from './store.ts'
import { isBanned, type User } from './user.ts'

export interface RecoverDeps extends MailDeps {
  store: AuthStore
  limits: Pick<RateLimits, 'recoverAddress' | 'signInAddress'>
  failures: Pick<FailureLimiter, 'isFamiliar'>
  clock: () => Date
}

/** What the client says about the link that it requests. */
export interface LinkOptions {
  redirectTo: string | undefined
  challenge: CodeChallenge | undefined
}

/** Who requests a mail. */
export interface Asking {
  client: Pick<ClientInfo, 'ip' | 'device'>
}

/**
 * Decides on a recovery request without knowing whether the address has an account.
 * @returns the work that is left after the reply: neither the answer nor its time reveals anything.
 * @throws {AuthError} `validation_failed` for an invalid address, `over_email_send_rate_limit` for one that the client
 *   named in the last minute, with or without an account.
 */
export function recover(input: { email: string } & LinkOptions & Asking, deps: RecoverDeps): () => Promise<void> {
  const email = normaliseEmail(input.email)
  if (!deps.limits.recoverAddress.take(askedBy(input.client, email))) throw authErrors.overEmailSendRate(MAIL_SECONDS)
  return () => sendSignInMail('recovery', email, input, deps)
}

/**
 * Sends an account a link and a code to sign in without its password; does nothing for other addresses, or if strangers
 * have requested too many mails. One mail of each kind is valid at a time.
 * @param first treats it as one more sign-up, if a mail is sent.
 */
export async function sendSignInMail(
  kind: 'recovery' | 'magiclink',
  email: string,
  { redirectTo, challenge, client }: LinkOptions & Asking,
  deps: RecoverDeps,
  first?: (store: AuthStore, user: User, now: Date) => Promise<void>,
): Promise<void> {
  const now = deps.clock()
  const user = await deps.store.findUserByEmail(email)
  if (!user || isBanned(user, now)) return
  const familiar = await deps.failures.isFamiliar(email, client)
  if (!deps.mails.allows(kind === 'recovery' ? 'recoveryMails' : 'signInMails', email, familiar)) return
  const mail = {
    userId: user.id,
    type: first ? ('confirmation_token' as const) : tokenOf(kind, user),
    relatesTo: email,
    challenge,
  }
  const mailed = await deps.store.transaction(async (store) => {
    await first?.(store, user, now)
    return putMailedToken(store, mail, deps.codeKey, now)
  })
  await sendMail({ kind, to: user, mailed, redirectTo }, deps)
}

/**
 * The table keeps one mail of each type for an account. A member has nothing to confirm, so a link that signs in is
 * stored as a confirmation: a recovery link stays valid beside it. For an unconfirmed account it is stored as a
 * recovery, which keeps no password of a sign-up.
 */
export function tokenOf(kind: 'recovery' | 'magiclink', user: User): 'recovery_token' | 'confirmation_token' {
  return kind === 'magiclink' && user.emailConfirmedAt ? 'confirmation_token' : 'recovery_token'
}
