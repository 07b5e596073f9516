import type { CatchFields, LoggedCatch } from './catch-mutations.ts'

/** Most catches of a member that wait on one device. As many can be logged in a day. */
export const MOST_WAITING = 50

/** The version of the records that this code writes. A record of a later one is left alone. */
const VERSION = 1

/** A catch that was written on this device and has not been answered by the database yet. */
export interface WaitingCatch {
  version: number
  /** ID of the request that logs it, the same for every attempt. */
  requestId: string
  userId: string
  /** Its place in the order of writing. */
  order: number
  /** What the angler wrote last. The photo may be one that is held on this device. */
  fields: CatchFields
  /** What was sent and got no answer, or is stored with other values: it may be in the journal already. */
  sent: CatchFields | null
  /**
   * Path of the held photo once it has been uploaded. Here and not beside the photo: to note it must not need the room of
   * a photo, and a photo that is deleted meanwhile must not come back.
   */
  uploaded: string | null
  /** Raised by each change of the angler, so that the answer to an earlier version does not remove a later one. */
  revision: number
  /** It is open in the form until then, in milliseconds since 1970, and is not sent in the meantime. */
  heldUntil: number
  /** Code of the refusal; it is not sent again before it was corrected. */
  refusal: string | null
  /** Deleted by the angler after an attempt without an answer. What may have been stored is to be deleted, too. */
  removed: boolean
}

/** A photo that is held on this device until its catch is sent. */
export interface HeldPhoto {
  id: string
  userId: string
  blob: Blob
  heldAt: number
}

/** A personal best that was found when a catch was sent later, to be told once. */
export interface UntoldBest {
  /** One for each member and variety; a later one replaces it. */
  key: string
  userId: string
  answer: LoggedCatch
  fields: CatchFields
}

/** Where the queue is kept. Each function is one transaction, also against other tabs. */
export interface WaitingStore {
  /** The catches of one member in the order written. Those of a version that this code does not know are left out. */
  list: (userId: string) => Promise<WaitingCatch[]>
  /** Number of catches of one member, of all versions. */
  count: (userId: string) => Promise<number>
  /**
   * Adds a catch behind the others, or gives the one with this request other fields: what it has sent first stays noted.
   * @returns false when it is full.
   */
  add: (one: WaitingCatch, most: number) => Promise<boolean>
  /** Changes a catch; undefined in place of it deletes it, with its photo. @returns what is stored now. */
  update: (
    userId: string,
    requestId: string,
    change: (now: WaitingCatch) => WaitingCatch | undefined,
  ) => Promise<WaitingCatch | undefined>
  /** Deletes a catch that was stored, unless the angler has changed it since, and keeps the best that it was. */
  finish: (one: WaitingCatch, best: UntoldBest | undefined) => Promise<boolean>
  photo: (id: string) => Promise<HeldPhoto | undefined>
  keepPhoto: (photo: HeldPhoto) => Promise<void>
  bests: (userId: string) => Promise<UntoldBest[]>
  /** @returns false when it is gone: another tab tells it. */
  takeBest: (key: string) => Promise<boolean>
  /** Deletes the photos of a member that no catch has, held before a moment, but for those with a spared ID. */
  sweep: (userId: string, before: number, spared: readonly string[]) => Promise<void>
  /** Deletes everything of a member. */
  forget: (userId: string) => Promise<void>
  /** Takes or renews the turn to send. @returns false while another holder has it. */
  takeTurn: (userId: string, holder: string, now: number, until: number) => Promise<boolean>
  endTurn: (userId: string, holder: string) => Promise<void>
}

/** The revision of a catch that was added and has not been opened since. */
export const ADDED = 1

export const newWaiting = (
  userId: string,
  requestId: string,
  fields: CatchFields,
  sent: CatchFields | null,
): WaitingCatch => ({
  version: VERSION,
  requestId,
  userId,
  order: 0,
  fields,
  sent,
  uploaded: null,
  revision: 0,
  heldUntil: 0,
  refusal: null,
  removed: false,
})

/** Whether this code can read a record. The place at which records of earlier versions are to be converted. */
export const isKnown = ({ version }: Pick<WaitingCatch, 'version'>): boolean => version === VERSION

const HELD = 'waiting:'

/** How the fields of a catch name a photo that is held on this device. */
export const heldPath = (id: string): string => HELD + id

/** The ID of a photo that is held on this device; undefined for one that was uploaded. */
export const heldId = (path: string | null): string | undefined =>
  path?.startsWith(HELD) ? path.slice(HELD.length) : undefined

/** The IDs of the held photos that a text names, such as a stored draft. */
export const heldIdsIn = (text: string): string[] =>
  [...text.matchAll(new RegExp(`${HELD}([0-9a-f-]+)`, 'g'))].flatMap(([, id]) => id ?? [])

const NAMES = ['grams', 'caught_on', 'variety', 'visibility', 'words', 'photo_path'] as const

export const isSameCatch = (one: CatchFields, other: CatchFields): boolean =>
  NAMES.every((name) => one[name] === other[name])
