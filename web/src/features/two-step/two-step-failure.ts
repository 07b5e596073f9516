import { lostReason } from '../../lib/failure-text.ts'
import { codeOf, refusalIn } from '../../lib/refusal.ts'

const WRONG_CODE = 'This code is wrong or was used already. Enter the one that the app shows now.'

const refusal = refusalIn({
  over_request_rate_limit: 'That was tried too often. Wait a while, then enter the code that the app shows then.',
  mfa_challenge_expired: 'That took too long. Enter the code that the app shows now.',
  mfa_ip_address_mismatch: 'Your network has changed. Enter the code that the app shows now.',
  mfa_factor_not_found: 'This authenticator app has been removed.',
  too_many_enrolled_mfa_factors: 'You have ten authenticator apps. Remove one that you no longer use.',
  insufficient_aal: 'Sign in again with a code, then try again.',
  reauthentication_needed: 'You signed in a while ago. Enter your password to continue.',
  mfa_totp_enroll_not_enabled: 'This site does not offer two-step sign-in.',
})

/** Text for a failed step of the two-step sign-in. */
export function twoStepFailure(error: unknown): string {
  console.error('twoStep', error)
  return refusal(error) ?? lostReason(error) ?? 'Something went wrong. Check your connection and try again.'
}

/** The message at the field of the code; undefined when the failure is another one. */
export const codeFault = (error: unknown) =>
  codeOf(error) === 'mfa_verification_failed' ? { code: WRONG_CODE } : undefined

/** The message at the name or the password of an app to be added. */
export function nameFault(error: unknown): { name?: string; password?: string } | undefined {
  const code = codeOf(error)
  if (code === 'mfa_factor_name_conflict') return { name: 'You have an app with this name. Choose another.' }
  if (code === 'invalid_credentials') return { password: 'This password is wrong' }
  return undefined
}

/** Whether the account has to sign in again first. */
export const isSignInTooOld = (error: unknown): boolean => codeOf(error) === 'reauthentication_needed'
