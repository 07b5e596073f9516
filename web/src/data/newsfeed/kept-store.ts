import type { DBSchema, IDBPTransaction } from 'idb'
import { deviceDatabase } from '../../lib/device-database.ts'
import { KEPT_PHOTOS } from '../../lib/worker-messages.ts'
import type { KeptPhoto, KeptStore, Share } from './kept-record.ts'

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

async function sweep(transaction: Both, before: number): Promise<void> {
  for (const share of await transaction.objectStore('shares').getAll())
    if (share.sharedAt < before) await dropWhole(transaction, share)
}

/** The photos of posts in IndexedDB, for the tabs and the worker of this device. */
export const keptStore: KeptStore = {
  keep: (photo, most) =>
    change(['photos'], async (transaction) => {
      const store = transaction.objectStore('photos')
      const others = (await store.index('userId').getAll(photo.userId)).filter(({ id }) => id !== photo.id)
      const bytes = others.reduce((sum, { blob }) => sum + blob.size, photo.blob.size)
      if (others.length >= most.photos || bytes > most.bytes) return false
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
      return await store.count()
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
  takeShare: (id, userId) =>
    change(['photos', 'shares'], async (transaction) => {
      const share = await transaction.objectStore('shares').get(id)
      if (!share || share.taken) return share && { share, photos: [] }
      await transaction.objectStore('shares').put({ ...share, taken: true })
      const store = transaction.objectStore('photos')
      const photos: KeptPhoto[] = []
      for (const photoId of share.photos) {
        const photo = await store.get(photoId)
        if (!photo) continue
        photos.push({ ...photo, userId })
        await store.put({ ...photo, userId })
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
