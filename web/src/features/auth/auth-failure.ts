import { InvitationEnded } from '../../data/auth/invitation-ended.ts'
import { bannerText, type FailedAction } from '../../lib/failure-text.ts'
import { ENDED_SINCE } from './shut-text.ts'

export const NO_CONNECTION = 'There is no connection. Check your network and try again.'

export const TRY_LATER = 'The site is busy or restarting. Wait a minute and try again.'

// For service messages that do not tell the reader what to do.
const PLAIN: Record<string, string | undefined> = {
  otp_expired: 'This code is wrong or has expired. Use the code in the latest email, or request a new one.',
  old_address_first:
    'Open the link in the email sent to your old address first, or open this one in the browser where you asked for the change.',
  signup_disabled: 'Registration is closed at the moment. Please ask the club.',
  over_email_send_rate_limit:
    'An email to this address may already be on its way. Check your inbox, or wait a minute and try again.',
}

/** Text for the banner of an auth form: when offline it says so and does not blame the input. */
export function authFailureText(action: FailedAction, error: unknown): string {
  if (error instanceof InvitationEnded) return ENDED_SINCE
  const text = bannerText(action, error)
  if (isUnanswered(error) && !navigator.onLine) return NO_CONNECTION
  // Sign-in keeps the catalogue's text.
  if (action !== 'signIn' && isBusy(error)) return TRY_LATER
  return PLAIN[codeOf(error)] ?? text
}

/** Whether the service or its database is temporarily unable to answer. */
const isBusy = (error: unknown): boolean =>
  (error instanceof Error && 'status' in error && error.status === 503) || codeOf(error).startsWith('PGRST00')

/** Whether the credentials are right but the account is not confirmed yet. */
export const isUnconfirmed = (error: unknown): boolean => codeOf(error) === 'email_not_confirmed'

const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string' ? error.code : ''

/** Whether a call got no answer. A proxy's error page for an unavailable server counts as an answer. */
export function isUnanswered(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error.name === 'AuthRetryableFetchError') return (error as { status?: number }).status === 0
  // The error of a failed fetch; only its type is the same in all browsers.
  return error instanceof TypeError
}
