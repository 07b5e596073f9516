/** Where the worker is served; its scope is the whole site. */
export const WORKER_PATH = '/sw.js'

/** Cache of photos from the storage service; the page deletes it when another member signs in or out. */
export const PHOTO_CACHE = 'bankside-photos'

/**
 * Database of the photos of posts that are being written, and key of the note that there may be some: without it a page
 * need not load the code that looks.
 */
export const KEPT_PHOTOS = 'bankside-kept-photos'

/** Messages from a page to its worker. */
export type WorkerMessage =
  /** Asks which build the worker belongs to; the answer comes through the port sent along. */
  | 'build'
  /** Take control of all open pages now, replacing an older worker. */
  | 'take over'
  /** Delete every cached photo. */
  | 'forget photos'
