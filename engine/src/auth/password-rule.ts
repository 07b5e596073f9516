import type { PasswordRule } from '../kernel/password-sets.ts'
import { authErrors } from './errors.ts'

// bcrypt reads 72 bytes and stops at a NUL: beyond these bounds two different passwords would open one account.
const MAX_BYTES = 72

const ANY_PASSWORD: PasswordRule = { minBytes: 6, sets: [] }

/**
 * Checks a new password; lengths are bytes of UTF-8, nothing is ever cut off.
 * @throws {AuthError} `validation_failed` above 72 bytes, `weak_password` with a NUL, below the least length (6 by default), or
 * without a character of each set.
 */
export function checkNewPassword(password: string, { minBytes, sets } = ANY_PASSWORD): void {
  const bytes = Buffer.byteLength(password)
  if (bytes > MAX_BYTES) throw authErrors.passwordTooLong()
  if (password.includes('\0')) throw authErrors.passwordCharacters()
  if (bytes < minBytes) throw authErrors.passwordTooShort(minBytes)
  if (!sets.every((set) => [...set].some((character) => password.includes(character))))
    throw authErrors.passwordLacks(sets)
}

/** False for a text from which no stored hash can have been computed; such a password is simply wrong. */
export function couldBePassword(password: string): boolean {
  return Buffer.byteLength(password) <= MAX_BYTES && !password.includes('\0')
}
