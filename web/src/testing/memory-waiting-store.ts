import {
  ADDED,
  type HeldPhoto,
  heldId,
  isKnown,
  type UntoldBest,
  type WaitingCatch,
  type WaitingStore,
} from '../data/catches/waiting-record.ts'

export interface MemoryWaitingStore extends WaitingStore {
  catches: Map<string, WaitingCatch>
  photos: Map<string, HeldPhoto>
}

/** The queue of catches in memory: what IndexedDB does in browsers, each function in one step. */
export function memoryWaitingStore(): MemoryWaitingStore {
  const catches = new Map<string, WaitingCatch>()
  const photos = new Map<string, HeldPhoto>()
  const bests = new Map<string, UntoldBest>()
  const turns = new Map<string, { holder: string; until: number }>()
  const of = (userId: string) =>
    [...catches.values()].filter((one) => one.userId === userId).sort((one, other) => one.order - other.order)
  const dropPhoto = ({ fields }: WaitingCatch) => photos.delete(heldId(fields.photo_path) ?? '')
  return {
    catches,
    photos,
    list: async (userId) => of(userId).filter(isKnown),
    count: async (userId) => of(userId).length,
    add: async (one, most) => {
      const all = of(one.userId)
      const before = catches.get(one.requestId)
      if (!before && all.length >= most) return false
      const order = before?.order ?? (all.at(-1)?.order ?? 0) + 1
      const revision = (before?.revision ?? 0) + ADDED
      catches.set(one.requestId, { ...one, order, sent: before?.sent ?? one.sent, revision })
      return true
    },
    update: async (userId, requestId, change) => {
      const before = catches.get(requestId)
      if (!before || before.userId !== userId || !isKnown(before)) return undefined
      const now = change(before)
      catches.delete(requestId)
      if (now) catches.set(now.requestId, now)
      if (now?.fields.photo_path !== before.fields.photo_path) dropPhoto(before)
      return now
    },
    finish: async (one, best) => {
      const now = catches.get(one.requestId)
      if (!now || now.revision !== one.revision) return false
      catches.delete(one.requestId)
      dropPhoto(now)
      if (best) bests.set(best.key, best)
      return true
    },
    photo: async (id) => photos.get(id),
    keepPhoto: async (photo) => void photos.set(photo.id, photo),
    bests: async (userId) => [...bests.values()].filter((best) => best.userId === userId),
    takeBest: async (key) => bests.delete(key),
    sweep: async (userId, before, spared) => {
      const named = [...spared, ...of(userId).map(({ fields }) => heldId(fields.photo_path))]
      for (const photo of photos.values())
        if (photo.userId === userId && photo.heldAt < before && !named.includes(photo.id)) photos.delete(photo.id)
    },
    forget: async (userId) => {
      for (const rows of [catches, photos, bests])
        for (const [key, row] of rows) if (row.userId === userId) rows.delete(key)
    },
    takeTurn: async (userId, holder, now, until) => {
      const turn = turns.get(userId)
      if (turn && turn.holder !== holder && turn.until > now) return false
      turns.set(userId, { holder, until })
      return true
    },
    endTurn: async (userId, holder) => {
      if (turns.get(userId)?.holder === holder) turns.delete(userId)
    },
  }
}
