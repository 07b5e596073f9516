/** Most photos of a member, and their bytes, that are kept on one device: of the drafts of a few tabs. */
export const MOST_KEPT = { photos: 18, bytes: 60 * 1024 * 1024 } as const

/** How long a photo is kept that no open tab uses, in milliseconds. */
export const KEPT_MS = 3 * 86_400_000

/** The largest file, and all files together, that are taken from what is shared with the app, in bytes. */
export const SHARE_BYTES = { file: 20 * 1024 * 1024, all: 60 * 1024 * 1024 } as const

/** How long something shared waits for a member, who may have to sign in first, in milliseconds. */
export const SHARE_MS = 3_600_000

/** Most shares that wait at once; a further one takes the place of the oldest. */
export const MOST_SHARES = 2

/** A photo of a post that is being written. */
export interface KeptPhoto {
  id: string
  /** Blank while it belongs to a share that no member has taken yet. */
  userId: string
  /** Of its file. */
  name: string
  blob: Blob
  /** It was drawn by this browser, and must not lose quality a second time. */
  drawn: boolean
  /** It comes from a share: it is not uploaded before the member has touched the page. */
  shared: boolean
  keptAt: number
}

/** How many files of a share were left out, and why. */
export interface LeftOut {
  /** There was no room for them. */
  many: number
  large: number
  /** They are not photos. */
  other: number
}

/** What was shared with the app, from the gallery of a phone. */
export interface Share {
  id: string
  words: string
  /** The IDs of its photos, in their order. */
  photos: string[]
  leftOut: LeftOut
  sharedAt: number
  /** A composer has it. It stays noted for a while, so that a reload does not look for it. */
  taken: boolean
}

export interface TakenShare {
  share: Share
  /** `kept`: it is the member's now; of the others there is no room. */
  photos: (KeptPhoto & { kept: boolean })[]
}

/** Most photos of a member, and their bytes. */
export interface Room {
  photos: number
  bytes: number
}

/** Where the photos are kept. Each function is one transaction, also against other tabs and the worker. */
export interface KeptStore {
  /**
   * Keeps a photo, or its later form.
   * @returns false when the member has no room for it.
   */
  keep: (photo: KeptPhoto, most: Room) => Promise<boolean>
  photo: (userId: string, id: string) => Promise<KeptPhoto | undefined>
  /** Deletes photos of a member. */
  drop: (userId: string, ids: readonly string[]) => Promise<void>
  /** Deletes the photos that all other members kept before a moment; those of shares stay. */
  dropOthers: (userId: string, before: number) => Promise<void>
  list: (userId: string) => Promise<KeptPhoto[]>
  /** Adds a share with its photos. Shares from before a moment go, and the oldest of more than `most`. */
  addShare: (share: Share, photos: readonly KeptPhoto[], before: number, most: number) => Promise<void>
  /**
   * Gives a share to a member, once; photos without room are deleted. One from before a moment is deleted instead.
   * @returns undefined when there is none; without words and photos when it was taken before.
   */
  takeShare: (id: string, userId: string, before: number, most: Room) => Promise<TakenShare | undefined>
  /** Deletes a share with the photos that no member has taken. */
  dropShare: (id: string) => Promise<void>
  /** Deletes the shares from before a moment. */
  sweepShares: (before: number) => Promise<void>
}

/**
 * How the draft of a post names a photo: the address of its upload, and after `#` the ID by which it is kept on this
 * device. One of the two may be missing.
 */
export const photoName = (url: string, id: string | undefined): string => (id === undefined ? url : `${url}#${id}`)

/** The parts of such a name. */
export function partsOfName(name: string): { url: string; id: string | undefined } {
  const [url = '', id] = name.split('#', 2)
  return { url, id }
}
