import { authErrors } from './errors.ts'
import type { Metadata } from './user.ts'

// The metadata is part of every access token, and a request's headers must stay below 16 KiB: a member who could store
// more would lock themselves out of every service.
const MAX_BYTES = 4096

/**
 * Merges a patch into stored metadata: null deletes a key, other values replace it.
 * @throws {AuthError} `validation_failed` if the result is larger than 4 KiB of JSON or cannot be stored.
 */
export function mergeMetadata(stored: Metadata, patch: Metadata | undefined): Metadata {
  refuseUnstorable(patch)
  const merged = new Map(Object.entries(stored))
  for (const [key, value] of Object.entries(patch ?? {})) {
    if (value === null) merged.delete(key)
    else merged.set(key, value)
  }
  const result = Object.fromEntries(merged)
  if (Buffer.byteLength(JSON.stringify(result)) > MAX_BYTES) throw authErrors.metadataTooLarge(MAX_BYTES)
  return result
}

/**
 * Refuses what PostgreSQL's jsonb cannot store, U+0000 and unpaired surrogates: otherwise the caller would see a
 * database error.
 * @throws {AuthError} `validation_failed`.
 */
function refuseUnstorable(value: unknown): void {
  if (typeof value === 'string') {
    if (/[\0\p{Surrogate}]/u.test(value))
      throw authErrors.validationFailed('User metadata holds a character that cannot be stored')
  } else if (Array.isArray(value)) {
    for (const item of value) refuseUnstorable(item)
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value)) {
      refuseUnstorable(key)
      refuseUnstorable(item)
    }
  }
}

/** What the service itself records about an email account, in `user_metadata` and in the identity. */
export function emailIdentityData(userId: string, email: string, verified: boolean): Metadata {
  return { sub: userId, email, email_verified: verified, phone_verified: false }
}
