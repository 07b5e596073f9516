import { storageErrors } from './errors.ts'

export const KEY_LIMITS = { total: 1024, segment: 255, bucket: 100 } as const

// The characters that S3 calls safe, as upstream allows them. No `%`: a name that still looks encoded after one
// decoding was encoded twice. No backslash, no control characters, nothing outside ASCII.
const KEY = /^[\w/!\-.*'() &$@=;:+,?]+$/
const BUCKET = /^[\w!\-.*'() &$@=;:+,?]+$/

/**
 * Checks an object's name as it will be stored.
 * @throws {StorageError} InvalidKey for dot and empty segments, other characters, or too many bytes.
 */
export function checkKey(key: string): string {
  if (!KEY.test(key) || key.length > KEY_LIMITS.total) throw storageErrors.invalidKey(key)
  for (const segment of key.split('/'))
    if (segment === '' || segment === '.' || segment === '..' || segment.length > KEY_LIMITS.segment)
      throw storageErrors.invalidKey(key)
  return key
}

/**
 * Decodes the percent-encoded rest of a request path, once, and checks it.
 * @throws {StorageError} InvalidKey, also for a malformed encoding.
 */
export function decodeKey(encoded: string): string {
  return checkKey(decode(encoded))
}

/**
 * Decodes and checks a bucket's ID in a request path.
 * @throws {StorageError} NoSuchBucket for an impossible ID, which the client need not distinguish.
 */
export function decodeBucket(encoded: string): string {
  const bucket = decode(encoded)
  if (!isBucketName(bucket)) throw storageErrors.noSuchBucket()
  return bucket
}

/** True for a valid bucket name. */
export function isBucketName(name: string): boolean {
  return BUCKET.test(name) && name.length <= KEY_LIMITS.bucket && name.trim() === name && !/^\.+$/.test(name)
}

function decode(encoded: string): string {
  try {
    return decodeURIComponent(encoded)
  } catch {
    throw storageErrors.invalidKey(encoded)
  }
}
