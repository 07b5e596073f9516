import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { RequestContext, Transaction } from '../../db/port.ts'
import type { Caller } from '../../http/caller.ts'
import { limiterKey } from '../../http/client-address.ts'
import type { HttpRequest } from '../../http/types.ts'
import { newBlobKey } from '../backend/blob-key.ts'
import type { StorageDeps } from '../deps.ts'
import { storageErrors } from '../errors.ts'
import { dropBlobs } from '../remove-blobs.ts'
import { type BucketRow, findBucket } from '../sql/buckets.ts'
import { isDefiniteFailure } from '../sql/database-refusal.ts'
import { insertObject, type NewObject, type ObjectMetadata, upsertObject } from '../sql/objects.ts'
import { fingerprint } from './fingerprint.ts'
import { checkExtension, prepareFile } from './prepare-file.ts'
import { type ReceivedUpload, receiveUpload } from './receive.ts'

/** Bytes of one object if the bucket sets no limit. */
const DEFAULT_FILE_SIZE_LIMIT = 5 * 1024 * 1024

export interface UploadTarget {
  bucketId: string
  key: string
  /** Replace an object of that name. */
  upsert: boolean
  /** Another key once the type is known; the caller's rights are checked for `key` before. */
  named?: (type: string) => string
  /** Set for an upload in parts: it was counted, and its space reserved, when it was begun. */
  begun?: BegunUpload
}

/** The upload in parts that an object completes. */
export interface BegunUpload {
  id: string
  /** Notes the version of the object that is about to be stored; throws if it must not be stored any more. */
  note(version: string): Promise<void>
}

/** Receives the file's bytes into a local file of at most that many bytes. */
export type ReceiveFile = (path: string, maxBytes: number) => Promise<ReceivedUpload>

/** Bytes that one object of a bucket may have. */
export function sizeLimit(bucket: Pick<BucketRow, 'file_size_limit'>): number {
  return bucket.file_size_limit ?? DEFAULT_FILE_SIZE_LIMIT
}

/** The caller whose rights decide, and who will own the object. */
export interface Uploader {
  caller: Caller
  context: RequestContext
  /** Throws if the caller's session has ended, which may happen while the file arrives. */
  checkAgain?: () => Promise<unknown>
}

/**
 * Stores an upload: first asks the database whether the caller may (only then are a body and a decoded image worth
 * their cost), then receives, checks and encodes the file, makes it durable, and inserts the row last. So every row has
 * its file; a file without a row is removed here, or by the sweeper if the process dies in between.
 * @returns ID of the object.
 * @throws {StorageError}
 */
export async function storeObject(
  deps: StorageDeps,
  request: HttpRequest,
  uploader: Uploader,
  target: UploadTarget,
  receive: ReceiveFile = (path, maxBytes) => receiveUpload(request, path, maxBytes),
): Promise<string> {
  const { caller, context, checkAgain } = uploader
  const { key, upsert, named, begun } = target
  const { bucket, draft } = await admitUpload(deps, uploader, target)
  if (!begun) deps.allowance.countUpload(caller, request.clientIp)

  const received = join(deps.tempDir, randomUUID())
  const prepared = join(deps.tempDir, randomUUID())
  try {
    const upload = await receive(received, sizeLimit(bucket))
    await checkAgain?.()
    const mimetype = await prepareFile(
      deps,
      { account: accountOf(caller, request), signal: request.signal },
      bucket.allowed_mime_types,
      upload.declaredType,
      received,
      prepared,
    )
    const { size, eTag } = await fingerprint(prepared)
    const metadata = describeBlob(size, eTag, mimetype, upload.cacheControl)
    const object = { ...draft, name: named?.(mimetype) ?? key, metadata, userMetadata: upload.userMetadata }
    await begun?.note(object.version)
    const work = () => commit(deps, context, object, prepared, upsert)
    return await deps.allowance.withSpace(caller, size, work, begun?.id)
  } finally {
    await rm(received, { force: true })
    await rm(prepared, { force: true })
  }
}

/**
 * Asks whether an upload may begin: its bucket, its name, and the caller's rights, by an insert that is rolled back.
 * @returns the bucket, and the row without what is known at the end.
 * @throws {StorageError}
 */
export async function admitUpload(
  deps: StorageDeps,
  { caller, context }: Uploader,
  { bucketId, key, upsert }: UploadTarget,
): Promise<{ bucket: BucketRow; draft: NewObject }> {
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
  return { bucket, draft }
}

/** The account, or for guests the address; undefined for the operator. */
function accountOf({ role, userId }: Caller, request: HttpRequest): string | undefined {
  return role === 'service_role' ? undefined : (userId ?? limiterKey(request.clientIp))
}

/** The metadata column of a newly stored blob. */
export function describeBlob(size: number, eTag: string, mimetype: string, cacheControl: string): ObjectMetadata {
  const lastModified = new Date().toISOString()
  return { eTag, size, mimetype, cacheControl, lastModified, contentLength: size, httpStatusCode: 200 }
}

/** File first, row second; if the row is refused, the file is removed. */
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

/** Does the work and rolls it back; throws what the work throws. */
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
