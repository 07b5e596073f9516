/** Where the worker is served; its scope is the whole site. */
export const WORKER_PATH = '/sw.js'

/** Cache of photos from the storage service; the page deletes it when another member signs in or out. */
export const PHOTO_CACHE = 'bankside-photos'

/** Messages from a page to its worker. */
export type WorkerMessage =
  /** Asks which build the worker belongs to; the answer comes through the port sent along. */
  | 'build'
  /** Take control of all open pages now, replacing an older worker. */
  | 'take over'
  /** Delete every cached photo. */
  | 'forget photos'
