import { AccountNotDeleted } from '../../data/privacy/account-delete-mutation.ts'
import { bannerText } from '../../lib/failure-text.ts'
import { codeOf } from '../../lib/refusal.ts'

const REASONS = {
  'wrong-password': 'That is not your password. Nothing was deleted.',
  'last-admin': 'You are the only admin. Make another member an admin first. They can then remove your admin rights.',
  admin: 'You are one of the club team. Ask an admin to remove your rights first, then delete your account.',
} as const

/** Others wrote all the time, so that the deletion did not get its turn. */
const LOCK_NOT_HAD = '55P03'

/** Why the account was not deleted. */
export function deleteFailure(error: unknown): string {
  if (error instanceof AccountNotDeleted) return REASONS[error.reason]
  if (codeOf(error) === LOCK_NOT_HAD) return 'The club is busy. Nothing was deleted. Try again in a minute.'
  return isTooMany(error) ? 'Too many wrong passwords. Try again in an hour.' : bannerText('deleteAccount', error)
}

/** Whether the service refused because of too many requests. */
export function isTooMany(error: unknown): boolean {
  return codeOf(error) === 'PT429'
}
