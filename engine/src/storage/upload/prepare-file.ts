import { rename } from 'node:fs/promises'
import type { StorageDeps } from '../deps.ts'
import { storageErrors } from '../errors.ts'
import { inspectImage, reencode } from '../image/reencode.ts'
import type { JobOrder } from '../image/work-queue.ts'
import { admits, storableType, takesImagesOnly } from '../mime-type.ts'

const IMAGE_EXTENSIONS = new Set(['jpg', 'jpeg', 'jpe', 'jfif', 'pjpeg', 'png', 'webp'])

/**
 * Checks the name of an object in an image bucket: an extension of another type is refused.
 * @throws {StorageError} 415
 */
export function checkExtension(allowed: readonly string[] | null, key: string): void {
  if (!takesImagesOnly(allowed)) return
  const extension = /\.([^./]*)$/.exec(key)?.[1]
  if (extension !== undefined && !IMAGE_EXTENSIONS.has(extension.toLowerCase()))
    throw storageErrors.invalidExtension(extension)
}

/**
 * Turns a received file into the stored one: in buckets for images only, files are checked by content and re-encoded;
 * in others they stay as they are if the bucket admits their declared type.
 * @param order whose turn it takes among the images, and whether the client is still there.
 * @returns the media type to store.
 * @throws {StorageError} 415, 413, or 429 when too many images wait, of all or of the account.
 */
export async function prepareFile(
  deps: Pick<StorageDeps, 'images'>,
  order: Pick<JobOrder, 'account' | 'signal'>,
  allowed: readonly string[] | null,
  declaredType: string,
  from: string,
  to: string,
): Promise<string> {
  if (!takesImagesOnly(allowed)) {
    if (!admits(allowed, declaredType)) throw storageErrors.invalidMimeType(declaredType)
    await rename(from, to)
    return storableType(declaredType)
  }
  const type = await inspectImage(from)
  if (!admits(allowed, type)) throw storageErrors.invalidMimeType(type)
  await deps.images.run({ kind: 'upload', ...order }, () => reencode(from, to, type))
  return type
}
