import { supabase } from '../supabase.ts'
import type { PhotoBucket } from './photo-upload.ts'
import { objectPath } from './photo-url.ts'

/** Why a file was not removed; `action` selects the text to show. */
export class PhotoRemoveError extends Error {
  override name = 'PhotoRemoveError'
  action: 'invalidImageUrl' | 'deleteImage'

  constructor(action: 'invalidImageUrl' | 'deleteImage', options?: ErrorOptions) {
    super(action, options)
    this.action = action
  }
}

/** Path of a photo inside the bucket, from its public address; undefined when the photo is not in this bucket. */
export function photoPath(url: string, bucket: PhotoBucket): string | undefined {
  const object = objectPath(url)
  return object?.startsWith(`${bucket}/`) ? decodeURIComponent(object.slice(bucket.length + 1)) : undefined
}

/**
 * Removes an uploaded photo's file; a file that no longer exists counts as removed.
 * @throws {PhotoRemoveError} for an address outside the bucket, or when the service fails.
 */
export async function removePhoto(url: string, bucket: PhotoBucket): Promise<void> {
  const path = photoPath(url, bucket)
  if (path === undefined) throw new PhotoRemoveError('invalidImageUrl')
  const client = await supabase()
  const { error } = await client.storage.from(bucket).remove([path])
  if (error) throw new PhotoRemoveError('deleteImage', { cause: error })
}
