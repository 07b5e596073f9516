import type { KeptPhoto, KeptStore, Room, Share } from '../data/newsfeed/kept-record.ts'

export interface MemoryKeptStore extends KeptStore {
  photos: Map<string, KeptPhoto>
  shares: Map<string, Share>
}

/** The photos of posts in memory: what IndexedDB does in browsers, each function in one step. */
export function memoryKeptStore(): MemoryKeptStore {
  const photos = new Map<string, KeptPhoto>()
  const shares = new Map<string, Share>()
  const dropWhole = (share: Share) => {
    shares.delete(share.id)
    for (const id of share.photos) if (photos.get(id)?.userId === '') photos.delete(id)
  }
  const sweep = (before: number) => {
    for (const share of [...shares.values()]) if (share.sharedAt < before) dropWhole(share)
  }
  const fits = (photo: KeptPhoto, by: string, most: Room) => {
    const others = [...photos.values()].filter(({ id, userId }) => userId === by && id !== photo.id)
    const bytes = others.reduce((sum, { blob }) => sum + blob.size, photo.blob.size)
    return others.length < most.photos && bytes <= most.bytes
  }
  return {
    photos,
    shares,
    keep: async (photo, most) => {
      if (!fits(photo, photo.userId, most)) return false
      photos.set(photo.id, photo)
      return true
    },
    photo: async (userId, id) => {
      const photo = photos.get(id)
      return photo?.userId === userId ? photo : undefined
    },
    drop: async (userId, ids) => {
      for (const id of ids) if (photos.get(id)?.userId === userId) photos.delete(id)
    },
    dropOthers: async (userId, before) => {
      for (const photo of photos.values())
        if (photo.userId !== '' && photo.userId !== userId && photo.keptAt < before) photos.delete(photo.id)
    },
    list: async (userId) => [...photos.values()].filter((photo) => photo.userId === userId),
    addShare: async (share, added, before, most) => {
      sweep(before)
      const waiting = [...shares.values()]
        .filter(({ taken }) => !taken)
        .sort((one, other) => one.sharedAt - other.sharedAt)
      for (const oldest of waiting.slice(0, Math.max(0, waiting.length - most + 1))) dropWhole(oldest)
      for (const photo of added) photos.set(photo.id, photo)
      shares.set(share.id, share)
    },
    takeShare: async (id, userId, before, most) => {
      sweep(before)
      const share = shares.get(id)
      if (!share || share.taken) return share && { share, photos: [] }
      shares.set(id, { ...share, words: '', taken: true })
      const own = share.photos.flatMap((photoId) => {
        const photo = photos.get(photoId)
        if (!photo) return []
        const kept = fits(photo, userId, most)
        if (kept) photos.set(photoId, { ...photo, userId })
        else photos.delete(photoId)
        return [{ ...photo, userId, kept }]
      })
      return { share, photos: own }
    },
    dropShare: async (id) => {
      const share = shares.get(id)
      if (share) dropWhole(share)
    },
    sweepShares: async (before) => sweep(before),
  }
}
