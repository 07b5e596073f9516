import { AccountStays } from '../../data/privacy/account-delete-mutation.ts'
import { bannerText } from '../../lib/failure-text.ts'

const WORDS = {
  'wrong-password': 'That is not your password. Nothing was deleted.',
  'last-admin': 'You are the only admin. Make another member an admin first, then delete your account.',
} as const

/** Why the account is still there, in the product's words. */
export function deleteFailure(error: unknown): string {
  if (error instanceof AccountStays) return WORDS[error.reason]
  return isTooMany(error) ? 'Too many wrong passwords. Try again in an hour.' : bannerText('deleteAccount', error)
}

/** Whether the service answered that this was asked for too often. */
export function isTooMany(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === 'PT429'
}
