import { Busboy } from '@fastify/busboy'
import type { HttpRequest } from '../../http/types.ts'
import { StorageError, storageErrors } from '../errors.ts'
import {
  cacheControlOfHeader,
  cacheControlOfSeconds,
  parseUserMetadata,
  USER_METADATA_BYTES,
  userMetadataOf,
} from './upload-fields.ts'
import { writeLimited } from './write-limited.ts'

/** An upload's body in a local file, with its metadata. */
export interface ReceivedUpload {
  /** Bytes. */
  size: number
  /** The type that the client declares; for images nothing depends on it. */
  declaredType: string
  cacheControl: string
  userMetadata: Record<string, unknown> | null
}

/**
 * Streams the body of an upload, a form or raw bytes, into a new file.
 * @param maxBytes of the file itself, without the form around it.
 * @throws {StorageError} 413 too large, 400 for a form without a file or a client that disconnected.
 */
export async function receiveUpload(request: HttpRequest, path: string, maxBytes: number): Promise<ReceivedUpload> {
  const type = request.headers['content-type'] ?? ''
  // The client disconnected during the check of its rights: no event would follow.
  if (request.raw.destroyed && !request.raw.complete) throw storageErrors.uploadAborted()
  try {
    if (/^multipart\/form-data/i.test(type)) return await receiveForm(request, path, maxBytes)
    if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw storageErrors.tooLarge()
    const size = await writeLimited(request.raw, path, maxBytes)
    return {
      size,
      declaredType: type || 'text/plain;charset=UTF-8',
      cacheControl: cacheControlOfHeader(request.headers['cache-control']),
      userMetadata: userMetadataOf(request.headers['x-metadata']),
    }
  } catch (error) {
    if (!(error instanceof StorageError) && request.raw.destroyed && !request.raw.complete)
      throw storageErrors.uploadAborted()
    throw error
  }
}

async function receiveForm({ raw, headers }: HttpRequest, path: string, maxBytes: number): Promise<ReceivedUpload> {
  const form = openForm(headers['content-type'] ?? '')
  const fields = new Map<string, string>()
  let file: Promise<number> | undefined
  let declaredType = ''
  try {
    await new Promise<void>((resolve, reject) => {
      form.on('field', (name, value, _nameTruncated, valueTruncated) => {
        if (valueTruncated) reject(storageErrors.invalidRequest(`field ${name.slice(0, 50)} is too long`))
        else fields.set(name, value)
      })
      form.on('file', (_name, stream, _filename, _encoding, mimeType) => {
        declaredType = mimeType
        // The parser may report a broken part after reading has stopped; an unhandled error would end the process.
        stream.on('error', () => undefined)
        file = writeLimited(stream, path, maxBytes)
        file.catch(reject)
        raw.once('close', () => {
          if (!raw.complete) stream.destroy()
        })
      })
      form.on('finish', resolve)
      form.on('error', () => reject(storageErrors.invalidRequest('the form is broken')))
      raw.once('close', () => {
        if (!raw.complete) reject(storageErrors.uploadAborted())
      })
      raw.pipe(form)
    })
    if (file === undefined) throw storageErrors.invalidRequest('the form has no file')
    return {
      size: await file,
      declaredType,
      cacheControl: cacheControlOfSeconds(fields.get('cacheControl')),
      userMetadata: parseUserMetadata(fields.get('metadata')),
    }
  } finally {
    raw.unpipe(form)
    // The writer must be finished with the file before the caller removes it.
    await file?.catch(() => undefined)
  }
}

function openForm(contentType: string) {
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      // The client's file part has an empty name, which the parser reports as no name.
      isPartAFile: (name, _type, filename) => filename !== undefined || !name,
      limits: { files: 1, fields: 10, parts: 12, fieldSize: USER_METADATA_BYTES, headerPairs: 20, headerSize: 4096 },
    })
  } catch {
    throw storageErrors.invalidRequest('the form has no boundary')
  }
}
