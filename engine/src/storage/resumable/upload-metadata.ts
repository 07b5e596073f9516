import { storageErrors } from '../errors.ts'

/** More pairs than any client sends: five of them mean something here. */
const MOST_PAIRS = 20

const KEY = /^[\x21-\x2b\x2d-\x7e]{1,100}$/
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}(?:==)?|[A-Za-z0-9+/]{3}=?)?$/

/**
 * Parses the header Upload-Metadata: pairs of a key and a value in Base64, separated by commas; a value may be absent.
 * @returns the decoded values by key.
 * @throws {StorageError} 400 for a header that is not of this form, for a key that occurs twice, for more than 20 pairs
 *   and for values that are not UTF-8.
 */
export function parseUploadMetadata(header: string): Map<string, string> {
  const values = new Map<string, string>()
  if (header.trim() === '') return values
  const pairs = header.split(',', MOST_PAIRS + 1)
  if (pairs.length > MOST_PAIRS) throw invalid()
  for (const pair of pairs) {
    const [key = '', encoded = '', ...more] = pair.trim().split(' ')
    if (!KEY.test(key) || values.has(key) || more.length > 0 || !BASE64.test(encoded)) throw invalid()
    values.set(key, decode(encoded))
  }
  return values
}

function decode(encoded: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.from(encoded, 'base64'))
  } catch {
    throw invalid()
  }
}

const invalid = () => storageErrors.resumable(400, 'Upload-Metadata is invalid')
