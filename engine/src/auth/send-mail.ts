import type { MailBudget } from './mail-budget.ts'
import type { MailKind } from './mail-texts.ts'
import { confirmationLink, mailedLink } from './mailed-link.ts'
import type { MailedToken } from './mailed-token.ts'
import type { Mailer, Recipient } from './mailer.ts'
import type { RateLimits } from './rate-limits.ts'
import { homeOf, type LinkTargets } from './redirect.ts'
import type { AuthStore } from './store.ts'

export interface Mail {
  kind: MailKind
  to: Recipient
  mailed: MailedToken
  redirectTo: string | undefined
  /** For a change of address: from which to which; the first is empty for an anonymous account. */
  change?: readonly [from: string, to: string]
}

export interface MailDeps extends LinkTargets {
  mailer: Mailer
  /** The mails that strangers may request. */
  mails: MailBudget
  /** The key for the hashes of codes; the same on every engine. */
  codeKey: string
}

/**
 * Notifies the holder of an account that its address was used, at most once an hour per address. Does nothing for an
 * address without an account.
 * @throws as `sendMail`.
 */
export async function sendKnownAddress(
  email: string,
  deps: MailDeps & { store: Pick<AuthStore, 'findUserByEmail'>; limits: Pick<RateLimits, 'noticeAddress'> },
): Promise<void> {
  const user = await deps.store.findUserByEmail(email)
  if (!user || !deps.limits.noticeAddress.take(email)) return
  if (!deps.mails.allows('signUpMails', email, false)) return
  await deps.mailer.send('known_address', user, { link: deps.project ? homeOf(deps) : `${deps.siteUrl}/login` })
}

/**
 * Sends a token as a link, and its code; to set a password, only the code. The request has been counted already.
 * @throws if the mail server does not accept it.
 */
export async function sendMail(
  { kind, to, mailed, redirectTo, change }: Mail,
  deps: Pick<MailDeps, 'mailer' | 'siteUrl' | 'project'>,
): Promise<void> {
  const { token, code } = mailed
  // This code is entered on the page that requested it: a link would lead nowhere.
  const linkTo = () =>
    deps.project
      ? mailedLink(deps, purposeOf(kind), token, redirectTo)
      : confirmationLink(deps.siteUrl, purposeOf(kind), token, redirectTo)
  const link = kind === 'reauthentication' ? {} : { link: linkTo() }
  await deps.mailer.send(kind, to, { ...link, code, ...(change && { change }) })
}

/** What the page of the link does with its token. */
function purposeOf(kind: MailKind): MailKind {
  return kind === 'second_sign_up' ? 'recovery' : kind
}
