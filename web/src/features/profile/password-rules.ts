import { PASSWORD } from '../../../../contract/src/limits.ts'

export interface PasswordWords {
  current: string
  next: string
  confirm: string
}

export type PasswordErrors = Partial<Record<keyof PasswordWords, string>>

/** What is wrong with a wished change of password; empty when nothing is. Lengths are bytes of UTF-8. */
export function checkPasswordChange({ current, next, confirm }: PasswordWords): PasswordErrors {
  const errors: PasswordErrors = {}
  const bytes = new TextEncoder().encode(next).length
  if (current === '') errors.current = 'Enter your current password'
  if (bytes < PASSWORD.min) errors.next = `Password must be at least ${PASSWORD.min} characters long`
  else if (bytes > PASSWORD.max) errors.next = `Password must be at most ${PASSWORD.max} characters long`
  if (next !== confirm) errors.confirm = 'New passwords do not match'
  return errors
}
