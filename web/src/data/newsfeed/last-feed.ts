import { LAST_FEED } from '../../lib/own-device.ts'
import type { FeedPage } from './feed-page.ts'

/** The feed's first page as last received from the service. */
export interface LastFeed {
  page: FeedPage
  /** When it was received, in milliseconds since 1970 by this device's clock. */
  readAt: number
}

// Raised when the shape of a post changes: data stored by an older version is then ignored.
const VERSION = 4

/** Stores the first page on this device for its reader, to be shown when offline. */
export function keepLastFeed(userId: string, { page, readAt }: LastFeed): void {
  try {
    localStorage.setItem(LAST_FEED, JSON.stringify({ version: VERSION, userId, readAt, page }))
  } catch {
    // Storage may be full or forbidden; then there is no feed offline.
  }
}

/** The stored feed of this reader; undefined when there is none, or it belongs to another member. */
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

/** Deletes it, e.g. when the member may no longer read the feed. */
export function deleteLastFeed(): void {
  try {
    localStorage.removeItem(LAST_FEED)
  } catch {
    // Nothing was stored in that case.
  }
}
