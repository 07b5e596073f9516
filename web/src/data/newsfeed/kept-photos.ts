import { draftTexts } from '../../lib/form/tab-draft.ts'
import { isOwnDevice } from '../../lib/own-device.ts'
import { alreadyDrawn } from '../../lib/photo/photo-shrink.ts'
import { type KeptPhoto, type KeptStore, MOST_KEPT, SHARE_BYTES, SHARE_MS, type Share } from './kept-record.ts'
import { keptStore } from './kept-store.ts'
import { unusedElsewhere } from './kept-use.ts'

/** Whether a draft of this tab names a photo. */
export const isInDraft = (userId: string, id: string): boolean =>
  draftTexts(userId).some((draft) => draft.includes(`#${id}`))

export interface Keeping {
  userId: string
  id: string
  file: File
  drawn: boolean
  shared: boolean
}

/**
 * Keeps a photo of a post that is being written on this device. Never rejects.
 * @returns false without room, or without storage: the photo is then forgotten when the page is closed.
 */
export async function keepPhoto(
  { userId, id, file, drawn, shared }: Keeping,
  store: KeptStore = keptStore,
): Promise<boolean> {
  if (file.size > SHARE_BYTES.file || !isOwnDevice(userId)) return false
  try {
    // The bytes alone: a File may only be a reference to a file that changes.
    const blob = new Blob([await file.arrayBuffer()], { type: file.type })
    const name = file.name.slice(0, 100)
    const kept = await store.keep({ id, userId, name, blob, drawn, shared, keptAt: Date.now() }, MOST_KEPT)
    if (isOwnDevice(userId)) return kept
    // Signed out in the meantime.
    await store.drop(userId, [id])
    return false
  } catch (error) {
    console.warn('kept photo', error)
    return false
  }
}

export interface ReadPhoto {
  file: File
  shared: boolean
}

/** A photo as a file again. */
export function fileOf({ blob, name, drawn, shared }: KeptPhoto): ReadPhoto {
  const file = new File([blob], name, { type: blob.type })
  return { file: drawn ? alreadyDrawn(file) : file, shared }
}

/** A photo that is kept on this device; undefined when it is gone, or without storage. Never rejects. */
export async function keptPhoto(
  userId: string,
  id: string,
  store: KeptStore = keptStore,
): Promise<ReadPhoto | undefined> {
  const photo = await store.photo(userId, id).catch(() => undefined)
  return photo && fileOf(photo)
}

/** Deletes photos of a member. Never rejects. */
export async function dropPhotos(userId: string, ids: readonly string[], store: KeptStore = keptStore): Promise<void> {
  if (ids.length === 0) return
  try {
    await store.drop(userId, ids)
  } catch {
    // Without storage nothing was stored.
  }
}

export interface ReceivedShare {
  share: Share
  /** Those without room among what is kept of the member are not kept. */
  photos: (ReadPhoto & { id: string; kept: boolean })[]
}

/**
 * Takes what was shared with the app for a member, once and within an hour. Photos of it that were taken and that no draft
 * names are given again.
 * @returns undefined when it is not there.
 */
export async function takeShare(
  userId: string,
  id: string,
  store: KeptStore = keptStore,
): Promise<ReceivedShare | undefined> {
  const taken = await store.takeShare(id, userId, Date.now() - SHARE_MS, MOST_KEPT).catch(() => undefined)
  if (!taken) return undefined
  const { share } = taken
  if (!share.taken)
    return { share, photos: taken.photos.map((photo) => ({ id: photo.id, kept: photo.kept, ...fileOf(photo) })) }
  // The page may have been closed before a draft named them.
  const unnamed = await unusedElsewhere(share.photos.filter((photo) => !isInDraft(userId, photo)))
  const read = await Promise.all(unnamed.map((photo) => keptPhoto(userId, photo, store)))
  return {
    share,
    photos: read.flatMap((photo, at) => (photo ? [{ id: unnamed[at] ?? '', kept: true, ...photo }] : [])),
  }
}

/** Deletes what was shared, for a member who may not post. Never rejects. */
export async function dropShare(id: string, store: KeptStore = keptStore): Promise<void> {
  await store.dropShare(id).catch(() => {})
}
