import { queryOptions } from '@tanstack/react-query'
import { photoPath } from '../../lib/photo/photo-remove.ts'
import { type UploadWatch, uploadPhoto } from '../../lib/photo/photo-upload.ts'
import { supabase } from '../../lib/supabase.ts'
import { catchesKeys } from './keys.ts'
import { heldPhoto } from './waiting-queue.ts'
import { heldId } from './waiting-record.ts'

const BUCKET = 'catch-photos'

/** Widths at which photos are fetched, in pixels; the last is the largest that is stored. */
export const PHOTO_WIDTHS = { row: 192, tile: 480, whole: 1600, original: 2048 } as const
export type PhotoWidth = keyof typeof PHOTO_WIDTHS

/**
 * The photo of a catch. It has no public address: each request carries the reader's token, and the database decides again
 * whether they may see the catch.
 */
export const catchPhotoQuery = (path: string, width: PhotoWidth) =>
  queryOptions({
    queryKey: catchesKeys.photo(path, PHOTO_WIDTHS[width]),
    queryFn: ({ signal }) => loadPhoto(path, PHOTO_WIDTHS[width], signal),
    staleTime: Number.POSITIVE_INFINITY,
  })

async function loadPhoto(path: string, width: number, signal: AbortSignal): Promise<Blob> {
  if (heldId(path) !== undefined) {
    const held = await heldPhoto(path)
    if (!held) throw new Error('the photo is no longer on this device')
    return held
  }
  const bucket = (await supabase()).storage.from(BUCKET)
  // The browser asks again before it shows a stored answer: the right to it may have ended.
  const fresh = { signal, cache: 'no-cache' } as const
  const rendition = await bucket.download(path, { transform: { width, resize: 'contain' } }, fresh)
  if (rendition.data) return rendition.data
  // Hosted plans without renditions have the photo itself.
  const whole = await bucket.download(path, {}, fresh)
  if (whole.data) return whole.data
  throw whole.error
}

/** Uploads the photo of a catch. @returns its path, by which a catch names it. */
export async function uploadCatchPhoto(userId: string, file: File, watch: UploadWatch): Promise<string> {
  const path = photoPath(await uploadPhoto({ bucket: BUCKET, file, userId, ...watch }), BUCKET)
  if (path === undefined) throw new Error('the photo is in another bucket')
  return path
}
