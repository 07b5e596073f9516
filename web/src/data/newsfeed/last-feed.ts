import { LAST_FEED } from '../../lib/own-device.ts'
import type { FeedPage } from './feed-page.ts'

/** The feed's first page as it was last read from the service. */
export interface LastFeed {
  page: FeedPage
  /** When it was read, in milliseconds since 1970 by this device's clock. */
  readAt: number
}

// Raised when the shape of a post changes: what an older version stored is then forgotten, not misread.
const VERSION = 1

/** Keeps the first page on this device for its reader, for when there is no network. */
export function keepLastFeed(userId: string, { page, readAt }: LastFeed): void {
  try {
    localStorage.setItem(LAST_FEED, JSON.stringify({ version: VERSION, userId, readAt, page }))
  } catch {
    // Storage may be full or forbidden; without a network there is then no feed.
  }
}

/** The last feed of this reader; undefined when there is none, or only somebody else's. */
export function readLastFeed(userId: string): LastFeed | undefined {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(LAST_FEED) ?? 'null')
    const { version, userId: reader, readAt, page } = (stored ?? {}) as Record<string, unknown>
    if (version !== VERSION || reader !== userId || typeof readAt !== 'number') return undefined
    const { pinned, posts } = page as Record<string, unknown>
    return Array.isArray(pinned) && Array.isArray(posts) ? { readAt, page: page as FeedPage } : undefined
  } catch {
    return undefined
  }
}

/** Drops it, e.g. of a member who may not read the feed any more. */
export function forgetLastFeed(): void {
  try {
    localStorage.removeItem(LAST_FEED)
  } catch {
    // Nothing was stored then.
  }
}
