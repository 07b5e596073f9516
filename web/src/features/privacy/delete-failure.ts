import { AccountNotDeleted } from '../../data/privacy/account-delete-mutation.ts'
import { bannerText } from '../../lib/failure-text.ts'
import { codeOf } from '../../lib/refusal.ts'

const REASONS = {
  'wrong-password': 'That is not your password. Nothing was deleted.',
  'last-admin': 'You are the only admin. Make another member an admin first, then delete your account.',
} as const

/** Why the account was not deleted. */
export function deleteFailure(error: unknown): string {
  if (error instanceof AccountNotDeleted) return REASONS[error.reason]
  return isTooMany(error) ? 'Too many wrong passwords. Try again in an hour.' : bannerText('deleteAccount', error)
}

/** Whether the service refused because of too many requests. */
export function isTooMany(error: unknown): boolean {
  return codeOf(error) === 'PT429'
}
