import { authErrors } from './errors.ts'

// The HTML standard's pattern for <input type="email">. It admits no space, quote or line break, so an accepted address
// can be used unchanged in a mail header and in a log line.
const PATTERN =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/

/**
 * The single spelling under which an address is stored, looked up and limited: lower case.
 * @throws {AuthError} `validation_failed` if it is not an address of at most 254 characters.
 */
export function normaliseEmail(email: string): string {
  const normal = tryNormaliseEmail(email)
  if (normal === undefined) throw authErrors.invalidEmail()
  return normal
}

/** As `normaliseEmail`, but undefined for an invalid address: for routes that must not report it. */
export function tryNormaliseEmail(email: string): string | undefined {
  const lower = email.toLowerCase()
  return lower.length <= 254 && PATTERN.test(lower) ? lower : undefined
}
