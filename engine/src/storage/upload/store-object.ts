import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { RequestContext, Transaction } from '../../db/port.ts'
import type { Caller } from '../../http/caller.ts'
import type { HttpRequest } from '../../http/types.ts'
import { newBlobKey } from '../backend/blob-key.ts'
import type { StorageDeps } from '../deps.ts'
import { storageErrors } from '../errors.ts'
import { dropBlobs } from '../remove-blobs.ts'
import { findBucket } from '../sql/buckets.ts'
import { isDefiniteFailure } from '../sql/database-refusal.ts'
import { insertObject, type NewObject, type ObjectMetadata, upsertObject } from '../sql/objects.ts'
import { fingerprint } from './fingerprint.ts'
import { checkExtension, prepareFile } from './prepare-file.ts'
import { receiveUpload } from './receive.ts'

/** Bytes of one object where the bucket says nothing. */
export const DEFAULT_FILE_SIZE_LIMIT = 5 * 1024 * 1024

export interface UploadTarget {
  bucketId: string
  key: string
  /** Replace an object of that name. */
  upsert: boolean
}

/** Whose rights decide, and whose object it becomes. */
export interface Uploader {
  caller: Caller
  context: RequestContext
}

/**
 * Takes an upload: asks the database first whether the caller may (nobody else costs us a body or a decoded image),
 * then receives, checks and encodes the file, makes it durable, and inserts the row last. So no row is without a
 * file; a file that ends up without a row is removed here, or by the sweeper when the process dies in between.
 * @returns id of the object.
 * @throws {StorageError}
 */
export async function storeObject(
  deps: StorageDeps,
  request: HttpRequest,
  { caller, context }: Uploader,
  { bucketId, key, upsert }: UploadTarget,
): Promise<string> {
  const bucket = await findBucket(deps.db, bucketId)
  if (!bucket) throw storageErrors.noSuchBucket()
  checkExtension(bucket.allowed_mime_types, key)
  const draft: NewObject = {
    id: randomUUID(),
    bucketId,
    name: key,
    ownerId: caller.userId ?? null,
    version: newBlobKey(),
    metadata: null,
    userMetadata: null,
  }
  await rehearse(deps, context, (tx) => write(tx, draft, upsert))
  deps.allowance.countUpload(caller, request.clientIp)

  const received = join(deps.tempDir, randomUUID())
  const prepared = join(deps.tempDir, randomUUID())
  try {
    const upload = await receiveUpload(request, received, bucket.file_size_limit ?? DEFAULT_FILE_SIZE_LIMIT)
    const mimetype = await prepareFile(deps, bucket.allowed_mime_types, upload.declaredType, received, prepared)
    const { size, eTag } = await fingerprint(prepared)
    const metadata = describeBlob(size, eTag, mimetype, upload.cacheControl)
    const object = { ...draft, metadata, userMetadata: upload.userMetadata }
    return await deps.allowance.withSpace(caller, size, () => commit(deps, context, object, prepared, upsert))
  } finally {
    await rm(received, { force: true })
    await rm(prepared, { force: true })
  }
}

/** The metadata column of a blob that is stored now. */
export function describeBlob(size: number, eTag: string, mimetype: string, cacheControl: string): ObjectMetadata {
  const lastModified = new Date().toISOString()
  return { eTag, size, mimetype, cacheControl, lastModified, contentLength: size, httpStatusCode: 200 }
}

/** File first, row second; when the row is refused, the file goes again. */
export async function commit(
  deps: StorageDeps,
  context: RequestContext,
  object: NewObject,
  file: string,
  upsert: boolean,
): Promise<string> {
  await deps.backend.putFile(object.version, file, object.metadata?.mimetype ?? 'application/octet-stream')
  try {
    const { id, replaced } = await deps.publicObjects.changing([object], () =>
      deps.db.transactionAs(context, (tx) => write(tx, object, upsert)),
    )
    if (replaced !== undefined) await dropBlobs(deps, [replaced])
    return id
  } catch (error) {
    if (isDefiniteFailure(error)) await dropBlobs(deps, [object.version])
    throw error
  }
}

async function write(tx: Transaction, object: NewObject, upsert: boolean) {
  if (upsert) return await upsertObject(tx, object)
  await insertObject(tx, object)
  return { id: object.id, replaced: undefined }
}

class Rehearsed extends Error {}

/** Does the work and takes it back; throws what the work throws. */
export async function rehearse(
  deps: StorageDeps,
  context: RequestContext,
  work: (tx: Transaction) => Promise<unknown>,
): Promise<void> {
  try {
    await deps.db.transactionAs(context, async (tx) => {
      await work(tx)
      throw new Rehearsed()
    })
  } catch (error) {
    if (!(error instanceof Rehearsed)) throw error
  }
}
