import { draftTexts } from '../../lib/form/tab-draft.ts'
import { alreadyDrawn } from '../../lib/photo/photo-shrink.ts'
import { KEPT_PHOTOS } from '../../lib/worker-messages.ts'
import { type KeptPhoto, type KeptStore, MOST_KEPT, SHARE_BYTES, type Share } from './kept-record.ts'
import { keptStore } from './kept-store.ts'

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
  if (file.size > SHARE_BYTES.file) return false
  try {
    // Before it is stored: the page may be closed in between.
    localStorage.setItem(KEPT_PHOTOS, 'yes')
    // The bytes alone: a File may only be a reference to a file that changes.
    const blob = new Blob([await file.arrayBuffer()], { type: file.type })
    const name = file.name.slice(0, 100)
    return await store.keep({ id, userId, name, blob, drawn, shared, keptAt: Date.now() }, MOST_KEPT)
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
    noteLeft(await store.drop(userId, ids))
  } catch {
    // Without storage nothing was stored.
  }
}

/** Removes the note once nothing is left. */
export function noteLeft(count: number): void {
  try {
    if (count === 0) localStorage.removeItem(KEPT_PHOTOS)
  } catch {
    // Without storage nothing was noted.
  }
}

export interface ReceivedShare {
  share: Share
  photos: (ReadPhoto & { id: string })[]
}

/**
 * Takes what was shared with the app for a member, once.
 * @returns undefined when it is not there.
 */
export async function takeShare(
  userId: string,
  id: string,
  store: KeptStore = keptStore,
): Promise<ReceivedShare | undefined> {
  try {
    localStorage.setItem(KEPT_PHOTOS, 'yes')
  } catch {
    // Without the note they are deleted when they are sent.
  }
  const taken = await store.takeShare(id, userId).catch(() => undefined)
  return taken && { share: taken.share, photos: taken.photos.map((photo) => ({ id: photo.id, ...fileOf(photo) })) }
}

/** Deletes what was shared, for a member who may not post. Never rejects. */
export async function dropShare(id: string, store: KeptStore = keptStore): Promise<void> {
  await store.dropShare(id).catch(() => {})
}
