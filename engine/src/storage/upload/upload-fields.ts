import { parseJson } from '../../http/body.ts'
import { storageErrors } from '../errors.ts'

export const USER_METADATA_BYTES = 16 * 1024

/** The stored Cache-Control of a form's `cacheControl`: seconds, else `no-cache`. */
export function cacheControlOfSeconds(seconds: string | undefined): string {
  const match = /^(?:max-age=)?(\d{1,9})$/.exec(seconds?.trim() ?? '')
  return match ? `max-age=${Number(match[1])}` : 'no-cache'
}

/** The stored Cache-Control of a raw upload's header; an unusual value becomes `no-cache`. */
export function cacheControlOfHeader(header: string | undefined): string {
  const value = header?.trim().toLowerCase() ?? ''
  return /^((public|private|immutable|no-store|max-age=\d{1,9})(, ?(?=[a-z])|$))+$/.test(value) ? value : 'no-cache'
}

/**
 * The user's metadata in the header `x-metadata`: base64 of a JSON object.
 * @throws {StorageError} 400 when it is something else or too long.
 */
export function userMetadataOf(header: string | string[] | undefined): Record<string, unknown> | null {
  return parseUserMetadata(typeof header === 'string' ? Buffer.from(header, 'base64').toString('utf8') : undefined)
}

/**
 * The user's metadata, a JSON object.
 * @throws {StorageError} 400 when it is something else or too long.
 */
export function parseUserMetadata(json: string | undefined): Record<string, unknown> | null {
  if (json === undefined || json === '') return null
  if (Buffer.byteLength(json) > USER_METADATA_BYTES) throw storageErrors.invalidRequest('metadata is too long')
  let value: unknown
  try {
    value = parseJson(Buffer.from(json))
  } catch {
    throw storageErrors.invalidRequest('metadata is not valid JSON, or is nested too deeply')
  }
  // jsonb writes all digits of a number: 1e308 has 309.
  if (hasLongNumber(value)) throw storageErrors.invalidRequest('metadata has a number that is too large or too small')
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw storageErrors.invalidRequest('metadata must be an object')
  // PostgreSQL's jsonb cannot store it.
  if (json.includes('\\u0000')) throw storageErrors.invalidRequest('metadata holds a null character')
  return value as Record<string, unknown>
}

function hasLongNumber(value: unknown): boolean {
  if (typeof value === 'number') return value !== 0 && !(Math.abs(value) < 1e21 && Math.abs(value) >= 1e-21)
  return typeof value === 'object' && value !== null && Object.values(value).some(hasLongNumber)
}
