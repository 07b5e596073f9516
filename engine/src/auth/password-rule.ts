import { authErrors } from './errors.ts'

// bcrypt reads 72 bytes and stops at a NUL: beyond these bounds two different passwords would open one account.
const MIN_BYTES = 6
const MAX_BYTES = 72

/**
 * Checks a new password; lengths are bytes of UTF-8, nothing is ever cut off.
 * @throws {AuthError} `validation_failed` above 72 bytes, `weak_password` below 6 or with a NUL.
 */
export function checkNewPassword(password: string): void {
  const bytes = Buffer.byteLength(password)
  if (bytes > MAX_BYTES) throw authErrors.passwordTooLong()
  if (password.includes('\0')) throw authErrors.passwordCharacters()
  if (bytes < MIN_BYTES) throw authErrors.passwordTooShort(MIN_BYTES)
}

/** False for a text from which no stored hash can have been computed; such a password is simply wrong. */
export function couldBePassword(password: string): boolean {
  return Buffer.byteLength(password) <= MAX_BYTES && !password.includes('\0')
}
