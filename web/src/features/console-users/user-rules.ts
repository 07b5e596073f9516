import { LIMITS, PASSWORD } from '../../../../contract/src/limits.ts'

/** Characters as the database counts them: an emoji is one. */
export const lengthOf = (text: string) => Array.from(text).length

/** What is wrong with a username; undefined when it can be kept. Blanks around it do not count. */
export function usernameError(typed: string): string | undefined {
  const username = typed.trim()
  if (username === '') return 'Enter a username'
  if (lengthOf(username) > LIMITS.username) return `Username must have 1 to ${LIMITS.username} characters on one line`
  return undefined
}

/** What is wrong with a new password; undefined when it can be set. Lengths are bytes of UTF-8. */
export function passwordError(password: string): string | undefined {
  const bytes = new TextEncoder().encode(password).length
  if (bytes < PASSWORD.min) return `Password must be at least ${PASSWORD.min} characters long`
  if (bytes > PASSWORD.max) return `Password must be at most ${PASSWORD.max} characters long`
  return undefined
}
