import { PHOTO_CACHE, type WorkerMessage } from './worker-messages.ts'

const OWNER = 'bankside-owner'
const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/

/** Where the last feed lies; see `data/newsfeed/last-feed.ts`. */
export const LAST_FEED = 'bankside-last-feed'

/**
 * Drops what this device keeps of anybody else: the last feed, photos, and unsent words of other members. To be
 * called whenever it is known who is signed in.
 * @param userId undefined for a guest. Unsent words then stay for their writer until this tab is closed.
 */
export async function keepOnlyOf(userId: string | undefined): Promise<void> {
  try {
    if (userId !== undefined) dropWordsOfOthers(userId)
    if ((localStorage.getItem(OWNER) ?? undefined) === userId) return
    localStorage.removeItem(LAST_FEED)
    if (userId === undefined) localStorage.removeItem(OWNER)
    else localStorage.setItem(OWNER, userId)
  } catch {
    // Without storage nothing was kept there.
  }
  const message: WorkerMessage = 'forget photos'
  navigator.serviceWorker?.controller?.postMessage(message)
  // Cached photos are also there without a worker that could be asked, e.g. while a new one is coming up.
  await globalThis.caches?.delete(PHOTO_CACHE)
}

/** Drops the unsent words of a member whose account is gone. */
export function forgetWordsOf(userId: string): void {
  try {
    for (const key of Object.keys(sessionStorage))
      if (key.startsWith('bankside-') && key.includes(userId)) sessionStorage.removeItem(key)
  } catch {
    // As above.
  }
}

function dropWordsOfOthers(userId: string): void {
  for (const key of Object.keys(sessionStorage)) {
    const owner = key.startsWith('bankside-') ? UUID.exec(key)?.[0] : undefined
    if (owner !== undefined && owner !== userId) sessionStorage.removeItem(key)
  }
}
