import { draftTexts } from '../../lib/form/tab-draft.ts'
import { newId } from '../../lib/new-id.ts'
import { WAITING } from '../../lib/own-device.ts'
import { alreadyDrawn, shrinkPhoto } from '../../lib/photo/photo-shrink.ts'
import type { CatchFields } from './catch-mutations.ts'
import { isSpentCode } from './refusal.ts'
import {
  ADDED,
  heldId,
  heldIdsIn,
  heldPath,
  MOST_WAITING,
  newWaiting,
  type WaitingCatch,
  type WaitingStore,
} from './waiting-record.ts'
import { waitingStore } from './waiting-store.ts'

/** Why a catch was not kept on this device. */
export class NotKept extends Error {
  override name = 'NotKept'
  reason: 'full' | 'storage' | 'gone'

  constructor(reason: NotKept['reason'], options?: ErrorOptions) {
    super(reason, options)
    this.reason = reason
  }
}

/** How long an open form holds its catch back unless it renews that, in milliseconds. */
export const HOLD_MS = 300_000

const CHANNEL = 'bankside-catches'
const listeners = new Set<() => void>()
let channel: BroadcastChannel | undefined

const callAll = () => {
  for (const listener of listeners) listener()
}

/** Follows the changes of the queue, of this tab and of the others. @returns a function that ends it. */
export function followWaiting(onChange: () => void): () => void {
  listeners.add(onChange)
  if (!channel) {
    channel = new BroadcastChannel(CHANNEL)
    channel.onmessage = callAll
  }
  return () => {
    listeners.delete(onChange)
    if (listeners.size > 0) return
    channel?.close()
    channel = undefined
  }
}

/** Tells all tabs that the queue has changed, and notes whether anything is left. Never rejects. */
export async function tellWaiting(userId: string, store: WaitingStore = waitingStore): Promise<void> {
  // Of all versions: code that knows those of a later one finds them by the note.
  const left = await store.count(userId).catch(() => undefined)
  if (left !== undefined) note(userId, left > 0)
  callAll()
  // What a channel sends does not come back to itself.
  const others = channel ?? new BroadcastChannel(CHANNEL)
  others.postMessage('changed')
  if (others !== channel) others.close()
}

function note(userId: string, waits: boolean): void {
  try {
    if (waits) localStorage.setItem(WAITING + userId, 'yes')
    else localStorage.removeItem(WAITING + userId)
  } catch {
    // Without the note the catches are sent when the journal is opened.
  }
}

function isNoted(userId: string): boolean {
  try {
    return localStorage.getItem(WAITING + userId) !== null
  } catch {
    return false
  }
}

/** Makes a failure of the storage a `NotKept`. */
export const unlessStored = (cause: unknown): never => {
  throw cause instanceof NotKept ? cause : new NotKept('storage', { cause })
}

/** The catches of a member that wait on this device, in the order written. */
export const waitingCatches = async (userId: string, store: WaitingStore = waitingStore): Promise<WaitingCatch[]> =>
  (await store.list(userId)).filter(({ removed }) => !removed)

export interface Keeping {
  requestId: string
  fields: CatchFields
  /** What was sent first without an answer; null when nothing was. */
  sent: CatchFields | null
  /** The photo of an uploaded path: the service deletes it after a day in which no catch names it, so it is held, too. */
  photo?: Blob | undefined
  /** It is not sent before that, in milliseconds since 1970. */
  heldUntil?: number
}

/**
 * Keeps a catch on this device until it is sent. Kept twice with one request ID it is one catch.
 * @throws {NotKept}
 */
export async function keepCatch(
  userId: string,
  { requestId, fields, sent, photo, heldUntil = 0 }: Keeping,
  store: WaitingStore = waitingStore,
): Promise<void> {
  const isFirst = !isNoted(userId)
  // Before it is stored: the app may be closed in between.
  note(userId, true)
  const one = { ...newWaiting(userId, requestId, fields, sent), heldUntil }
  const isKept = await store.add(one, MOST_WAITING).catch((cause: unknown) => {
    if (isFirst) note(userId, false)
    return unlessStored(cause)
  })
  if (!isKept) throw new NotKept('full')
  if (isFirst) askForLastingStorage()
  // After the words, which need little room.
  if (photo) await holdUploaded(userId, requestId, fields.photo_path, photo, store)
  await tellWaiting(userId, store)
}

/** Without it a browser deletes the storage of a site when the device has little room. Missing on pages without TLS. */
function askForLastingStorage(): void {
  const { storage } = (globalThis.navigator ?? {}) as { storage?: Partial<StorageManager> }
  storage?.persist?.().catch(() => {})
}

/** Holds the photo that a kept catch names by its uploaded path. Where that fails the path remains. */
async function holdUploaded(
  userId: string,
  requestId: string,
  path: string | null,
  photo: Blob,
  store: WaitingStore,
): Promise<void> {
  if (path === null || heldId(path) !== undefined) return
  try {
    const photo_path = await holdPhoto(userId, photo, store)
    await store.update(userId, requestId, (now) =>
      now.fields.photo_path === path ? { ...now, fields: { ...now.fields, photo_path }, uploaded: path } : now,
    )
  } catch (error) {
    console.warn('held photo', error)
  }
}

/**
 * Takes back a catch that was kept while its request was under way, after the answer; unless its angler has opened it
 * since, and may have changed it. The queue then sends it as well, as one row.
 */
export async function dropCatch(userId: string, requestId: string, store: WaitingStore = waitingStore): Promise<void> {
  await store.update(userId, requestId, (now) => (now.revision === ADDED ? undefined : now))
  await tellWaiting(userId, store)
}

/**
 * Gives a waiting catch other values and lets it be sent again.
 * @throws {NotKept} `gone` when it was sent or deleted in another tab.
 */
export async function changeWaiting(
  userId: string,
  requestId: string,
  fields: CatchFields,
  store: WaitingStore = waitingStore,
): Promise<void> {
  const change = (now: WaitingCatch): WaitingCatch => ({
    ...now,
    uploaded: fields.photo_path === now.fields.photo_path ? now.uploaded : null,
    // Its request stands for another catch, or one that is gone. The uploaded photo is that one's.
    ...(isSpentCode(now.refusal) && { requestId: newId(), sent: null, uploaded: null }),
    fields,
    refusal: null,
    heldUntil: 0,
    revision: now.revision + 1,
  })
  const changed = await store.update(userId, requestId, (now) => (now.removed ? now : change(now))).catch(unlessStored)
  if (!changed || changed.removed) throw new NotKept('gone')
  await tellWaiting(userId, store)
}

/**
 * Deletes a waiting catch. One that may have been stored already stays in the queue until that was deleted as well, unless
 * the service has said that something else is stored: that stays.
 * @throws {NotKept} `gone` when it was sent, or deleted in another tab.
 */
export async function deleteWaiting(
  userId: string,
  requestId: string,
  store: WaitingStore = waitingStore,
): Promise<void> {
  let isThere = false
  await store.update(userId, requestId, (now) => {
    isThere = true
    const mayBeStored = now.sent && !isSpentCode(now.refusal)
    return mayBeStored ? { ...now, removed: true, refusal: null, heldUntil: 0, revision: now.revision + 1 } : undefined
  })
  if (!isThere) throw new NotKept('gone')
  await tellWaiting(userId, store)
}

// How often each catch is open in a form of this tab. A hold that has run out while the tab was frozen does not count.
const openHere = new Map<string, number>()

/** Whether a catch is open in a form of this tab, so that it is not sent. */
export const isOpenHere = (requestId: string): boolean => openHere.has(requestId)

/** Notes that a catch is open in a form of this tab. @returns a function that ends it. */
export function openWaiting(requestId: string): () => void {
  openHere.set(requestId, (openHere.get(requestId) ?? 0) + 1)
  return () => {
    const left = (openHere.get(requestId) ?? 1) - 1
    if (left > 0) openHere.set(requestId, left)
    else openHere.delete(requestId)
  }
}

/** Holds a catch back while it is open in the form. An attempt that is under way does not remove it. */
export async function holdWaiting(
  userId: string,
  requestId: string,
  until: number,
  store: WaitingStore = waitingStore,
): Promise<void> {
  const hold = (now: WaitingCatch): WaitingCatch => ({
    ...now,
    heldUntil: until,
    // Unless it is held already. The hold of a closed tab has run out, and the catch may be being sent.
    revision: now.heldUntil <= Date.now() ? now.revision + 1 : now.revision,
  })
  await store.update(userId, requestId, (now) => (now.removed ? now : hold(now)))
}

/** Lets a held catch go, unless another tab has held it since. */
export async function releaseWaiting(
  userId: string,
  requestId: string,
  until: number,
  store: WaitingStore = waitingStore,
): Promise<void> {
  await store.update(userId, requestId, (now) => (now.heldUntil === until ? { ...now, heldUntil: 0 } : now))
}

/**
 * Holds a photo on this device, shrunk as for an upload.
 * @returns how a waiting catch names it.
 * @throws {PhotoError} `damaged`; {NotKept} without storage.
 */
export async function holdPhoto(userId: string, file: Blob, store: WaitingStore = waitingStore): Promise<string> {
  // What is not a file has come from the service, which has it redrawn.
  const photo = await shrinkPhoto(
    file instanceof File ? file : alreadyDrawn(new File([file], 'photo', { type: file.type })),
  )
  // The bytes alone: a File may only be a reference to what was drawn.
  const blob = new Blob([await photo.arrayBuffer()], { type: photo.type })
  const id = newId()
  await store.keepPhoto({ id, userId, blob, heldAt: Date.now() }).catch(unlessStored)
  return heldPath(id)
}

/** A photo that is held on this device; undefined for a path of the service, and for one that is gone. */
export async function heldPhoto(path: string, store: WaitingStore = waitingStore): Promise<File | undefined> {
  const id = heldId(path)
  const held = id === undefined ? undefined : await store.photo(id)
  return held && alreadyDrawn(new File([held.blob], 'photo', { type: held.blob.type }))
}

const WEEK_MS = 7 * 86_400_000

/** Deletes held photos that no catch and no draft of this tab has: of forms that were discarded a week ago. */
export const sweepPhotos = (userId: string, store: WaitingStore = waitingStore): Promise<void> =>
  store.sweep(userId, Date.now() - WEEK_MS, draftTexts(userId).flatMap(heldIdsIn))

/** Deletes everything of a member whose account was deleted. */
export async function forgetWaiting(userId: string, store: WaitingStore = waitingStore): Promise<void> {
  await store.forget(userId)
  await tellWaiting(userId, store)
}
