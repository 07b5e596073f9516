import type { DBSchema, IDBPTransaction } from 'idb'
import { deviceDatabase } from '../../lib/device-database.ts'
import {
  ADDED,
  type HeldPhoto,
  heldId,
  isKnown,
  type UntoldBest,
  type WaitingCatch,
  type WaitingStore,
} from './waiting-record.ts'

interface Turn {
  userId: string
  holder: string
  until: number
}

interface Schema extends DBSchema {
  catches: { key: string; value: WaitingCatch; indexes: { userId: string } }
  photos: { key: string; value: HeldPhoto; indexes: { userId: string } }
  bests: { key: string; value: UntoldBest; indexes: { userId: string } }
  turns: { key: string; value: Turn }
}

type Change<Names extends ('catches' | 'photos')[]> = IDBPTransaction<Schema, Names, 'readwrite'>

const { open, change } = deviceDatabase<Schema>('bankside-catches', 1, (database) => {
  database.createObjectStore('catches', { keyPath: 'requestId' }).createIndex('userId', 'userId')
  database.createObjectStore('photos', { keyPath: 'id' }).createIndex('userId', 'userId')
  database.createObjectStore('bests', { keyPath: 'key' }).createIndex('userId', 'userId')
  database.createObjectStore('turns', { keyPath: 'userId' })
})

/** Deletes what an ended or changed catch leaves: its photo, unless it still names it. */
async function dropPhoto(transaction: Change<['catches', 'photos']>, before: WaitingCatch, now?: WaitingCatch) {
  const id = heldId(before.fields.photo_path)
  if (id !== undefined && before.fields.photo_path !== now?.fields.photo_path)
    await transaction.objectStore('photos').delete(id)
}

const inOrder = (one: WaitingCatch, other: WaitingCatch) => one.order - other.order

/** The queue in IndexedDB, shared by the tabs of this device. */
export const waitingStore: WaitingStore = {
  async list(userId) {
    const database = await open()
    const all = await database.getAllFromIndex('catches', 'userId', userId)
    return all.filter(isKnown).sort(inOrder)
  },
  count: async (userId) => (await open()).countFromIndex('catches', 'userId', userId),
  add: (one, most) =>
    change(['catches'], async (transaction) => {
      const store = transaction.objectStore('catches')
      const all = (await store.index('userId').getAll(one.userId)).sort(inOrder)
      const before = all.find(({ requestId }) => requestId === one.requestId)
      if (!before && all.length >= most) return false
      const order = before?.order ?? (all.at(-1)?.order ?? 0) + 1
      await store.put({ ...one, order, sent: before?.sent ?? one.sent, revision: (before?.revision ?? 0) + ADDED })
      return true
    }),
  update: (userId, requestId, next) =>
    change(['catches', 'photos'], async (transaction) => {
      const store = transaction.objectStore('catches')
      const before = await store.get(requestId)
      if (!before || before.userId !== userId || !isKnown(before)) return undefined
      const now = next(before)
      if (!now || now.requestId !== requestId) await store.delete(requestId)
      if (now) await store.put(now)
      await dropPhoto(transaction, before, now)
      return now
    }),
  finish: (one, best) =>
    change(['catches', 'photos', 'bests'], async (transaction) => {
      const store = transaction.objectStore('catches')
      const now = await store.get(one.requestId)
      if (!now || now.revision !== one.revision) return false
      await store.delete(one.requestId)
      const id = heldId(now.fields.photo_path)
      if (id !== undefined) await transaction.objectStore('photos').delete(id)
      if (best) await transaction.objectStore('bests').put(best)
      return true
    }),
  photo: async (id) => (await open()).get('photos', id),
  keepPhoto: (photo) =>
    change(['photos'], async (transaction) => void (await transaction.objectStore('photos').put(photo))),
  bests: async (userId) => (await open()).getAllFromIndex('bests', 'userId', userId),
  takeBest: (key) =>
    change(['bests'], async (transaction) => {
      const store = transaction.objectStore('bests')
      const isThere = (await store.get(key)) !== undefined
      await store.delete(key)
      return isThere
    }),
  sweep: (userId, before, spared) =>
    change(['catches', 'photos'], async (transaction) => {
      const named = (await transaction.objectStore('catches').index('userId').getAll(userId)).map(({ fields }) =>
        heldId(fields.photo_path),
      )
      const photos = transaction.objectStore('photos')
      for (const { id, heldAt } of await photos.index('userId').getAll(userId))
        if (heldAt < before && !named.includes(id) && !spared.includes(id)) await photos.delete(id)
    }),
  forget: (userId) =>
    change(['catches', 'photos', 'bests', 'turns'], async (transaction) => {
      for (const name of ['catches', 'photos', 'bests'] as const) {
        const store = transaction.objectStore(name)
        for (const key of await store.index('userId').getAllKeys(userId)) await store.delete(key)
      }
      await transaction.objectStore('turns').delete(userId)
    }),
  takeTurn: (userId, holder, now, until) =>
    change(['turns'], async (transaction) => {
      const store = transaction.objectStore('turns')
      const turn = await store.get(userId)
      if (turn && turn.holder !== holder && turn.until > now) return false
      await store.put({ userId, holder, until })
      return true
    }),
  endTurn: (userId, holder) =>
    change(['turns'], async (transaction) => {
      const store = transaction.objectStore('turns')
      if ((await store.get(userId))?.holder === holder) await store.delete(userId)
    }),
}
