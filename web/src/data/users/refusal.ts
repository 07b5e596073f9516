/** The code the database gave its refusal; undefined when the request failed otherwise. */
const codeOf = (error: unknown) =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : undefined

/** Why a member's name cannot be kept; undefined when it was something else. */
export function usernameRefusal(error: unknown): string | undefined {
  if (codeOf(error) === '23505') return 'Username is already taken'
  if (codeOf(error) === '23514') return 'Username must have 1 to 50 characters on one line'
  return undefined
}

/** Why rights, suspension or deletion were refused, as a sentence; undefined when it was something else. */
export function rightsRefusal(error: unknown): string | undefined {
  if (codeOf(error) === 'P0001')
    return 'This is the last admin who is not suspended. Make another member an admin first.'
  return undefined
}
