import { createReadStream, createWriteStream } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { HttpRequest } from '../../http/types.ts'
import { BlobMissingError } from '../backend/port.ts'
import type { StorageDeps } from '../deps.ts'
import { storageErrors } from '../errors.ts'
import { whole } from '../read/whole.ts'
import { dropBlobs } from '../remove-blobs.ts'
import { databaseRefusal } from '../sql/database-refusal.ts'
import { deleteUpload, finishUpload, noteVersion, partsOf, type ResumableUpload } from '../sql/resumable.ts'
import { storeObject, type Uploader } from '../upload/store-object.ts'
import { describeFile } from './describe-file.ts'
import type { Turn } from './turns.ts'

/** Refusals that a further attempt with the same bytes would not change. */
const FINAL = new Set([400, 404, 409, 413, 415])

/**
 * Stores a file whose parts are complete as any other upload: with the rights, rules and limits of this moment. The last
 * part is not stored before: an upload that is received as a whole and not finished would look finished to its client.
 * After a refusal that is final the upload has ended.
 * @param last local file with the bytes after the stored parts; undefined if there are none.
 * @throws {StorageError}
 */
export async function completeUpload(
  deps: StorageDeps,
  request: HttpRequest,
  { upload, writer, lost }: Turn,
  uploader: Uploader,
  last: string | undefined,
): Promise<void> {
  const { id, bucket_id: bucketId, name: key, is_upsert: upsert } = upload
  const note = async (version: string) => {
    if (!(await noteVersion(deps.db, id, writer, version))) throw storageErrors.uploadLocked()
  }
  const receive = async (path: string, maxBytes: number) => {
    if (upload.length > maxBytes) throw storageErrors.tooLarge()
    await joinParts(deps, upload, last, path)
    return { size: upload.length, ...describeFile(upload.upload_metadata) }
  }
  try {
    // A client that has gone gives up its place among the pictures that wait, and sends the last part again. What has begun
    // is finished.
    await storeObject(
      deps,
      { ...request, signal: AbortSignal.any([lost, request.signal]) },
      uploader,
      { bucketId, key, upsert, begun: { id, note } },
      receive,
    )
  } catch (error) {
    if (FINAL.has(databaseRefusal(error)?.statusCode ?? 500)) await dropBlobs(deps, await deleteUpload(deps.db, id))
    throw error
  }
  await forgetParts(deps, id)
}

/** Marks an upload as finished and removes its parts. After a failure the next request, or the sweeper, does it. */
export async function forgetParts(deps: StorageDeps, id: string): Promise<void> {
  try {
    await dropBlobs(deps, await finishUpload(deps.db, id))
  } catch (error) {
    deps.log.warn({ error }, 'the parts of a finished upload are left for the sweeper')
  }
}

/** Writes stored parts and the last one into one file. */
async function joinParts(
  deps: StorageDeps,
  { id, length }: ResumableUpload,
  last: string | undefined,
  path: string,
): Promise<void> {
  const parts = await partsOf(deps.db, id)
  let size = 0
  const append = async (source: Readable) => {
    await pipeline(
      source,
      async function* (chunks) {
        for await (const chunk of chunks as AsyncIterable<Buffer>) {
          size += chunk.length
          yield chunk
        }
      },
      createWriteStream(path, { flags: 'a', mode: 0o600 }),
    )
  }
  for (const part of parts) {
    if (part.begins !== size) throw new Error(`an upload has no part at byte ${size}`)
    await append(whole(await openPart(deps, part.version), part.size))
  }
  if (last !== undefined && parts.length === 0) await rename(last, path)
  else if (last !== undefined) await append(createReadStream(last))
  else if (parts.length === 0) await writeFile(path, '', { flag: 'wx', mode: 0o600 })
  if (parts.length > 0 && size !== length) throw new Error(`an upload has ${size} of ${length} bytes`)
}

async function openPart({ backend }: StorageDeps, version: string): Promise<Readable> {
  try {
    return await backend.get(version)
  } catch (error) {
    // Somebody has emptied the store: the client has to begin again.
    if (error instanceof BlobMissingError) throw storageErrors.noSuchUpload()
    throw error
  }
}
