import type { StorageDeps } from './deps.ts'
import { storageErrors } from './errors.ts'
import { admits, essence, takesImagesOnly } from './mime-type.ts'
import { findBucket } from './sql/buckets.ts'
import type { ObjectRow } from './sql/objects.ts'
import { checkExtension } from './upload/prepare-file.ts'
import { sizeLimit } from './upload/store-object.ts'

interface Place {
  bucketId: string
  name: string
}

/**
 * Applies to moves and copies the rules that they would otherwise bypass: the target's types, size and names. A bucket
 * of images accepts files only from another such bucket, because only those were re-encoded at their upload.
 * @throws {StorageError} NoSuchBucket, 413 or 415.
 */
export async function checkTransfer(deps: StorageDeps, row: ObjectRow, from: Place, to: Place): Promise<void> {
  const target = await findBucket(deps.db, to.bucketId)
  if (!target) throw storageErrors.noSuchBucket()
  checkExtension(target.allowed_mime_types, to.name)
  if (from.bucketId === to.bucketId) return
  const type = essence(row.metadata?.mimetype)
  if (!admits(target.allowed_mime_types, type)) throw storageErrors.invalidMimeType(type)
  if (takesImagesOnly(target.allowed_mime_types) && !(await isImageBucket(deps, from.bucketId)))
    throw storageErrors.invalidMimeType(type)
  if ((row.metadata?.size ?? 0) > sizeLimit(target)) throw storageErrors.tooLarge()
}

async function isImageBucket(deps: StorageDeps, bucketId: string): Promise<boolean> {
  return takesImagesOnly((await findBucket(deps.db, bucketId))?.allowed_mime_types ?? null)
}
