import { PHOTO_CACHE, type WorkerMessage } from './worker-messages.ts'

const OWNER = 'bankside-owner'
const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/

/** Key of the stored feed; see `data/newsfeed/last-feed.ts`. */
export const LAST_FEED = 'bankside-last-feed'

/** Keys of other stored lists begin with this; see `lib/last-copy.ts`. */
export const LAST_COPY = 'bankside-last-copy-'

/**
 * Keys of the notes that catches of a member wait on this device begin with this. With the note, pages other than the
 * journal need not load the queue to learn that it is empty.
 */
export const WAITING = 'bankside-waiting-'

/**
 * Key of the note that the time zone of this device's member is stored in the database. The note does not name the
 * member, and is deleted when another member signs in.
 */
export const TIME_ZONE_KEPT = 'bankside-time-zone'

/** Whether what is stored on this device is stored for this member, who has not signed out. */
export function isOwnDevice(userId: string): boolean {
  try {
    return localStorage.getItem(OWNER) === userId
  } catch {
    return false
  }
}

/**
 * Deletes what this device stores for other members: the last feed and lists, photos, drafts and notes. Catches that wait
 * to be sent are kept for their angler (decision 069). Call it as soon as it is known who is signed in.
 * @param userId undefined for a guest. Drafts then stay for their writer until this tab is closed; selections are deleted.
 */
export async function deleteDataOfOthers(userId: string | undefined): Promise<void> {
  try {
    deleteDraftsOfOthers(userId)
    if ((localStorage.getItem(OWNER) ?? undefined) === userId) return
    localStorage.removeItem(LAST_FEED)
    localStorage.removeItem(TIME_ZONE_KEPT)
    for (const key of Object.keys(localStorage)) if (key.startsWith(LAST_COPY)) deleteUnlessOf(userId, key)
    if (userId === undefined) localStorage.removeItem(OWNER)
    else localStorage.setItem(OWNER, userId)
  } catch {
    // Without storage nothing was stored.
  }
  const message: WorkerMessage = 'forget photos'
  navigator.serviceWorker?.controller?.postMessage(message)
  // There may be cached photos without an active worker to ask, e.g. while a new one is being installed.
  await globalThis.caches?.delete(PHOTO_CACHE)
}

// The leaderboard may have been stored for its reader before it is known who was here last.
function deleteUnlessOf(userId: string | undefined, key: string): void {
  const own = new RegExp(`^\\{"version":\\d+,"reader":${JSON.stringify(userId ?? null)},`)
  if (!own.test(localStorage.getItem(key) ?? '')) localStorage.removeItem(key)
}

/** Of a guest's tab only the selections; see `lib/kept-selection.ts`. */
function deleteDraftsOfOthers(userId: string | undefined): void {
  for (const key of Object.keys(sessionStorage)) {
    const owner = key.startsWith(userId ? 'bankside-' : 'bankside-selected-') && UUID.exec(key)?.[0]
    if (owner && owner !== userId) sessionStorage.removeItem(key)
  }
}
