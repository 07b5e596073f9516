import { newId } from '../../lib/new-id.ts'
import { WAITING } from '../../lib/own-device.ts'
import { alreadyDrawn, shrinkPhoto } from '../../lib/photo/photo-shrink.ts'
import type { CatchFields } from './catch-mutations.ts'
import { isSpentCode } from './refusal.ts'
import { heldId, heldPath, MOST_WAITING, newWaiting, type WaitingCatch, type WaitingStore } from './waiting-record.ts'
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

/** Tells all tabs that the queue has changed, and notes whether anything is left. */
export async function tellWaiting(userId: string, store: WaitingStore = waitingStore): Promise<void> {
  const left = await store.list(userId)
  note(userId, left.length > 0)
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

const unlessStored = (cause: unknown): never => {
  throw cause instanceof NotKept ? cause : new NotKept('storage', { cause })
}

/** The catches of a member that wait on this device, in the order written. */
export const waitingCatches = async (userId: string, store: WaitingStore = waitingStore): Promise<WaitingCatch[]> =>
  (await store.list(userId)).filter(({ removed }) => !removed)

/**
 * Keeps a catch on this device until it is sent. Kept twice with one request ID it is one catch.
 * @param sent what was sent without an answer; null when nothing was.
 * @throws {NotKept}
 */
export async function keepCatch(
  userId: string,
  requestId: string,
  fields: CatchFields,
  sent: CatchFields | null,
  store: WaitingStore = waitingStore,
): Promise<void> {
  const isKept = await store.add(newWaiting(userId, requestId, fields, sent), MOST_WAITING).catch(unlessStored)
  if (!isKept) throw new NotKept('full')
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
    // Its request stands for another catch, or one that is gone.
    ...(isSpentCode(now.refusal) && { requestId: newId(), sent: null }),
    fields,
    refusal: null,
    heldUntil: 0,
    revision: now.revision + 1,
  })
  const changed = await store.update(userId, requestId, (now) => (now.removed ? now : change(now))).catch(unlessStored)
  if (!changed || changed.removed) throw new NotKept('gone')
  await tellWaiting(userId, store)
}

/** Deletes a waiting catch. One that may have been stored already stays in the queue until that was deleted as well. */
export async function deleteWaiting(
  userId: string,
  requestId: string,
  store: WaitingStore = waitingStore,
): Promise<void> {
  await store.update(userId, requestId, (now) =>
    now.sent ? { ...now, removed: true, refusal: null, heldUntil: 0, revision: now.revision + 1 } : undefined,
  )
  await tellWaiting(userId, store)
}

/** Holds a catch back while it is open in the form, or lets it go. An attempt that is under way does not remove it. */
export async function holdWaiting(
  userId: string,
  requestId: string,
  until: number,
  store: WaitingStore = waitingStore,
): Promise<void> {
  await store.update(userId, requestId, (now) => ({
    ...now,
    heldUntil: until,
    revision: until > 0 && now.heldUntil === 0 ? now.revision + 1 : now.revision,
  }))
}

/**
 * Holds a photo on this device, shrunk as for an upload.
 * @returns how a waiting catch names it.
 * @throws {PhotoError} `damaged`; {NotKept} without storage.
 */
export async function holdPhoto(userId: string, file: File, store: WaitingStore = waitingStore): Promise<string> {
  const photo = await shrinkPhoto(file)
  // The bytes alone: a File may only be a reference to what was drawn.
  const blob = new Blob([await photo.arrayBuffer()], { type: photo.type })
  const id = newId()
  await store.keepPhoto({ id, userId, blob, heldAt: Date.now(), path: null }).catch(unlessStored)
  return heldPath(id)
}

/** A photo that is held on this device; undefined for a path of the service, and for one that is gone. */
export async function heldPhoto(path: string, store: WaitingStore = waitingStore): Promise<File | undefined> {
  const id = heldId(path)
  const held = id === undefined ? undefined : await store.photo(id)
  return held && alreadyDrawn(new File([held.blob], 'photo', { type: held.blob.type }))
}

const DAY_MS = 86_400_000

/** Deletes held photos that no catch has: of forms that were discarded. */
export const sweepPhotos = (userId: string, store: WaitingStore = waitingStore): Promise<void> =>
  store.sweep(userId, Date.now() - DAY_MS)

/** Deletes everything of a member whose account was deleted. */
export async function forgetWaiting(userId: string, store: WaitingStore = waitingStore): Promise<void> {
  await store.forget(userId)
  await tellWaiting(userId, store)
}
