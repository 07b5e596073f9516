import type { MailKind } from './mail-texts.ts'
import { mailedLink } from './mailed-link.ts'
import type { MailedToken } from './mailed-token.ts'
import type { Mailer, Recipient } from './mailer.ts'
import type { RateLimits } from './rate-limits.ts'

export interface Mail {
  kind: MailKind
  to: Recipient
  mailed: MailedToken
  redirectTo: string | undefined
}

export interface MailDeps {
  mailer: Mailer
  limits: Pick<RateLimits, 'mails'>
  siteUrl: string
  /** Makes the hashes of codes; the same on every engine. */
  codeKey: string
}

/**
 * Sends a token as a link, and its code; to set a password the code alone.
 * @throws when the engine has sent its share of the hour, or the mail server does not take it.
 */
export async function sendMail(mail: Mail, deps: MailDeps): Promise<void> {
  if (!deps.limits.mails.take('all')) throw new Error(`too many mails this hour: a ${mail.kind} mail was not sent`)
  await deliverMail(mail, deps)
}

/**
 * The same for a mail that has been counted.
 * @throws when the mail server does not take it.
 */
export async function deliverMail(
  { kind, to, mailed, redirectTo }: Mail,
  deps: Pick<MailDeps, 'mailer' | 'siteUrl'>,
): Promise<void> {
  const { token, code } = mailed
  // This one is typed into the page that asked for it: a link would lead nowhere.
  const link = kind === 'reauthentication' ? {} : { link: mailedLink(deps.siteUrl, kind, token, redirectTo) }
  await deps.mailer.send(kind, to, { ...link, code })
}
