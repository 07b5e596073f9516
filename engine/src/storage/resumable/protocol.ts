import type { IncomingHttpHeaders } from 'node:http'
import type { HttpReply, HttpRequest } from '../../http/types.ts'
import { type StorageError, storageErrors } from '../errors.ts'
import { UPLOAD_ALLOWANCE } from '../upload/allowance.ts'

/** The version of the protocol tus, https://tus.io/protocols/resumable-upload */
const VERSION = '1.0.0'

/** Bytes of the largest upload, whatever its bucket allows: no account may have more. */
export const MOST_BYTES = UPLOAD_ALLOWANCE.bytes

const EXPOSED_HEADERS =
  'Location, Tus-Resumable, Tus-Version, Tus-Extension, Tus-Max-Size, Upload-Offset, Upload-Length, Upload-Metadata, ' +
  'Upload-Expires, X-Request-Id, Retry-After'

/** Headers of every answer: pages of the site may read those of the protocol. */
const COMMON = { 'tus-resumable': VERSION, 'access-control-expose-headers': EXPOSED_HEADERS }

/** What the service offers, for OPTIONS. */
export const OFFER: Readonly<Record<string, string>> = {
  ...COMMON,
  'tus-version': VERSION,
  'tus-extension': 'creation,creation-with-upload,termination,expiration',
  'tus-max-size': String(MOST_BYTES),
}

/** True for the addresses of the protocol. */
export function isResumablePath(path: string): boolean {
  return /^\/upload\/resumable(\/|$)/.test(path)
}

/** @throws {StorageError} 412 for a client of another version, or of none. */
export function checkVersion({ headers }: HttpRequest): void {
  if (headers['tus-resumable'] !== VERSION)
    throw storageErrors.resumable(412, `The header Tus-Resumable has to be ${VERSION}`)
}

/**
 * Reads a number of bytes from a header.
 * @throws {StorageError} 400 when it is absent or no whole number.
 */
export function bytesOf(headers: IncomingHttpHeaders, name: 'upload-length' | 'upload-offset'): number {
  const value = headers[name]
  if (typeof value !== 'string' || !/^\d{1,15}$/.test(value))
    throw storageErrors.resumable(
      400,
      `The header ${name === 'upload-length' ? 'Upload-Length' : 'Upload-Offset'} is needed: bytes`,
    )
  return Number(value)
}

/** Whether the body of a request belongs to the file. */
export function hasPart({ headers }: HttpRequest): boolean {
  return headers['content-type'] === 'application/offset+octet-stream'
}

/** An answer without a body. */
export function tusReply(status: 200 | 201 | 204, headers: Readonly<Record<string, string>>): HttpReply {
  return { status, headers: { ...COMMON, 'cache-control': 'no-store', ...headers } }
}

/**
 * Renders a refusal in the service's shape, with its own HTTP status: clients of the protocol know no others.
 */
export function renderTusError({ statusCode, error, message, code }: StorageError): HttpReply {
  const headers = {
    ...COMMON,
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    ...(statusCode === 412 ? { 'tus-version': VERSION } : {}),
    ...(statusCode === 429 ? { 'retry-after': 60 } : {}),
  }
  const status = statusCode > 503 ? 500 : statusCode
  return { status, headers, body: JSON.stringify({ statusCode: String(statusCode), error, message, code }) }
}
