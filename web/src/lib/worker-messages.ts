/** Where the worker is served; its scope is the whole site. */
export const WORKER_PATH = '/sw.js'

/** Photos of the storage service, which the page empties when somebody else signs in or out. */
export const PHOTO_CACHE = 'bankside-photos'

/** What a page says to its worker. */
export type WorkerMessage =
  /** Asks, through the port that comes along, which build the worker belongs to. */
  | 'build'
  /** Become the worker of all open pages now, in place of an older one. */
  | 'take over'
  /** Drop every photo. */
  | 'forget photos'
