import type { ReceivedUpload } from '../upload/receive.ts'
import { cacheControlOfSeconds, parseUserMetadata } from '../upload/upload-fields.ts'
import { parseUploadMetadata } from './upload-metadata.ts'

/**
 * What a form's fields say of a plain upload, from Upload-Metadata: `contentType`, `cacheControl` in seconds, and
 * `metadata` as JSON.
 * @throws {StorageError} 400
 */
export function describeFile(header: string): Omit<ReceivedUpload, 'size'> {
  const values = parseUploadMetadata(header)
  return {
    declaredType: values.get('contentType') || 'application/octet-stream',
    cacheControl: cacheControlOfSeconds(values.get('cacheControl')),
    userMetadata: parseUserMetadata(values.get('metadata')),
  }
}
