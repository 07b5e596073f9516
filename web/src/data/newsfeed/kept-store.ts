import type { DBSchema, IDBPTransaction } from 'idb'
import { deviceDatabase } from '../../lib/device-database.ts'
import { KEPT_PHOTOS } from '../../lib/worker-messages.ts'
import type { KeptPhoto, KeptStore, Room, Share, TakenShare } from './kept-record.ts'

interface Schema extends DBSchema {
  photos: { key: string; value: KeptPhoto; indexes: { userId: string } }
  shares: { key: string; value: Share }
}

type Both = IDBPTransaction<Schema, ['photos', 'shares'], 'readwrite'>

const { open, change } = deviceDatabase<Schema>(KEPT_PHOTOS, 1, (database) => {
  database.createObjectStore('photos', { keyPath: 'id' }).createIndex('userId', 'userId')
  database.createObjectStore('shares', { keyPath: 'id' })
})

/** Deletes a share with those of its photos that no member has taken. */
async function dropWhole(transaction: Both, { id, photos }: Share): Promise<void> {
  await transaction.objectStore('shares').delete(id)
  const store = transaction.objectStore('photos')
  for (const photo of photos) if ((await store.get(photo))?.userId === '') await store.delete(photo)
}

/** Whether a member has room for a photo besides their others. */
function fits(photo: KeptPhoto, all: readonly KeptPhoto[], most: Room): boolean {
  const others = all.filter(({ id }) => id !== photo.id)
  const bytes = others.reduce((sum, { blob }) => sum + blob.size, photo.blob.size)
  return others.length < most.photos && bytes <= most.bytes
}

async function sweep(transaction: Both, before: number): Promise<void> {
  for (const share of await transaction.objectStore('shares').getAll())
    if (share.sharedAt < before) await dropWhole(transaction, share)
}

/** The photos of posts in IndexedDB, for the tabs and the worker of this device. */
export const keptStore: KeptStore = {
  keep: (photo, most) =>
    change(['photos'], async (transaction) => {
      const store = transaction.objectStore('photos')
      if (!fits(photo, await store.index('userId').getAll(photo.userId), most)) return false
      await store.put(photo)
      return true
    }),
  async photo(userId, id) {
    const photo = await (await open()).get('photos', id)
    return photo?.userId === userId ? photo : undefined
  },
  drop: (userId, ids) =>
    change(['photos'], async (transaction) => {
      const store = transaction.objectStore('photos')
      for (const id of ids) if ((await store.get(id))?.userId === userId) await store.delete(id)
    }),
  dropOthers: (userId, before) =>
    change(['photos'], async (transaction) => {
      const store = transaction.objectStore('photos')
      for (const photo of await store.getAll())
        if (photo.userId !== '' && photo.userId !== userId && photo.keptAt < before) await store.delete(photo.id)
    }),
  list: async (userId) => (await open()).getAllFromIndex('photos', 'userId', userId),
  addShare: (share, photos, before, most) =>
    change(['photos', 'shares'], async (transaction) => {
      await sweep(transaction, before)
      const waiting = (await transaction.objectStore('shares').getAll())
        .filter(({ taken }) => !taken)
        .sort((one, other) => one.sharedAt - other.sharedAt)
      for (const oldest of waiting.slice(0, Math.max(0, waiting.length - most + 1)))
        await dropWhole(transaction, oldest)
      for (const photo of photos) await transaction.objectStore('photos').put(photo)
      await transaction.objectStore('shares').put(share)
    }),
  takeShare: (id, userId, before, most) =>
    change(['photos', 'shares'], async (transaction) => {
      await sweep(transaction, before)
      const share = await transaction.objectStore('shares').get(id)
      if (!share || share.taken) return share && { share, photos: [] }
      // The composer has the words now.
      await transaction.objectStore('shares').put({ ...share, words: '', taken: true })
      const store = transaction.objectStore('photos')
      const own = await store.index('userId').getAll(userId)
      const photos: TakenShare['photos'] = []
      for (const photoId of share.photos) {
        const photo = await store.get(photoId)
        if (!photo) continue
        const kept = fits(photo, own, most)
        photos.push({ ...photo, userId, kept })
        if (!kept) await store.delete(photoId)
        else {
          await store.put({ ...photo, userId })
          own.push(photo)
        }
      }
      return { share, photos }
    }),
  dropShare: (id) =>
    change(['photos', 'shares'], async (transaction) => {
      const share = await transaction.objectStore('shares').get(id)
      if (share) await dropWhole(transaction, share)
    }),
  sweepShares: (before) => change(['photos', 'shares'], (transaction) => sweep(transaction, before)),
}
