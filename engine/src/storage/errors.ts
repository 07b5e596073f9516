import type { HttpReply } from '../http/types.ts'

/** A refusal as storage clients read it; `statusCode` is the real one, the HTTP status is 400 for all of them. */
export class StorageError extends Error {
  override name = 'StorageError'
  readonly statusCode: number
  /** The short name in the body's `error`. */
  readonly error: string
  readonly code: string
  constructor(statusCode: number, error: string, message: string, code: string) {
    super(message)
    this.statusCode = statusCode
    this.error = error
    this.code = code
  }
}

/** All refusals of the service. */
export const storageErrors = {
  noSuchRoute: (method: string, path: string) =>
    new StorageError(404, 'Not Found', `Route ${method}:${path.slice(0, 200)} not found`, 'NotFound'),
  noSuchBucket: () => new StorageError(404, 'Bucket not found', 'Bucket not found', 'NoSuchBucket'),
  noSuchKey: () => new StorageError(404, 'not_found', 'Object not found', 'NoSuchKey'),
  keyExists: () => new StorageError(409, 'Duplicate', 'The resource already exists', 'KeyAlreadyExists'),
  bucketExists: () => new StorageError(409, 'Duplicate', 'The resource already exists', 'BucketAlreadyExists'),
  bucketNotEmpty: () =>
    new StorageError(409, 'ResourceNotEmpty', 'The bucket you tried to delete is not empty', 'ResourceNotEmpty'),
  accessDenied: (message = 'new row violates row-level security policy') =>
    new StorageError(403, 'Unauthorized', message, 'AccessDenied'),
  invalidMimeType: (mime: string) =>
    new StorageError(415, 'invalid_mime_type', `mime type ${mime.slice(0, 100)} is not supported`, 'InvalidMimeType'),
  unreadableImage: () =>
    new StorageError(415, 'invalid_mime_type', 'the file is not a readable image', 'InvalidMimeType'),
  invalidExtension: (extension: string) =>
    new StorageError(
      415,
      'invalid_mime_type',
      `an image cannot be named .${extension.slice(0, 20)}`,
      'InvalidMimeType',
    ),
  tooLarge: () =>
    new StorageError(413, 'Payload too large', 'The object exceeded the maximum allowed size', 'EntityTooLarge'),
  tooManyPixels: (megapixels: number) =>
    new StorageError(413, 'Payload too large', `The image has more than ${megapixels} megapixels`, 'EntityTooLarge'),
  quotaExceeded: () =>
    new StorageError(
      413,
      'Payload too large',
      'Your files have reached the space allowed to one account',
      'QuotaExceeded',
    ),
  invalidKey: (key: string) => new StorageError(400, 'InvalidKey', `Invalid key: ${key.slice(0, 200)}`, 'InvalidKey'),
  invalidBucketName: () => new StorageError(400, 'Invalid Input', 'Bucket name invalid', 'InvalidBucketName'),
  invalidRequest: (message: string) => new StorageError(400, 'invalid_request', message, 'InvalidRequest'),
  invalidRange: () => new StorageError(416, 'InvalidRange', 'The requested range cannot be satisfied', 'InvalidRange'),
  invalidSignature: () => new StorageError(400, 'InvalidSignature', 'Invalid signature', 'InvalidSignature'),
  invalidJwt: (message: string) => new StorageError(400, 'InvalidJWT', message, 'InvalidJWT'),
  slowDown: (message = 'Too many requests: wait a moment') =>
    new StorageError(429, 'too_many_requests', message, 'SlowDown'),
  imageTooSlow: () =>
    new StorageError(413, 'Payload too large', 'The image takes too long to decode', 'EntityTooLarge'),
  noSuchUpload: () => new StorageError(404, 'not_found', 'Upload not found', 'NoSuchUpload'),
  uploadLocked: () =>
    new StorageError(423, 'locked', 'Another request is writing this upload: try again', 'ResourceLocked'),
  /** A request that the protocol of resumable uploads does not allow. */
  resumable: (statusCode: 400 | 409 | 412 | 415, message: string) =>
    new StorageError(statusCode, 'invalid_request', message, 'TusError'),
  uploadAborted: () => new StorageError(400, 'Aborted', 'The upload ended early', 'Aborted'),
  database: (message: string, code: string) => new StorageError(400, 'DatabaseError', message, code),
  databaseTimeout: () => new StorageError(544, 'DatabaseTimeout', 'The database took too long', 'DatabaseTimeout'),
  unavailable: () =>
    new StorageError(503, 'ServiceUnavailable', 'Nothing can be stored now: try again later', 'ServiceUnavailable'),
  internal: () => new StorageError(500, 'Internal', 'Internal Server Error', 'InternalError'),
}

/** Renders a refusal: only 429, 503 and the server's own errors keep their HTTP status. */
export function renderStorageError(error: StorageError): HttpReply {
  const { statusCode, message, code } = error
  const body = JSON.stringify({ statusCode: String(statusCode), error: error.error, message, code })
  const status = [429, 503].includes(statusCode) ? statusCode : statusCode >= 500 ? 500 : 400
  const headers = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' }
  return { status, headers: statusCode === 429 ? { ...headers, 'retry-after': 60 } : headers, body }
}
