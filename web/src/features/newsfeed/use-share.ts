import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { POST_PHOTOS_MAX } from '../../../../contract/src/limits.ts'
import { SHARED } from '../../../../contract/src/share-target.ts'
import { takeShare } from '../../data/newsfeed/kept-photos.ts'
import type { LeftOut } from '../../data/newsfeed/kept-record.ts'
import type { AddedPhoto } from './use-photo-queue.ts'

interface Shared {
  photos: AddedPhoto[]
  words: string
  /** How many photos were left out because there are too many. */
  many: number
  /** What else the member has to know: which files were left out, or that nothing has arrived. */
  notes: string[]
}

const NOTHING: Shared = { photos: [], words: '', many: 0, notes: [] }

const countOf = (count: number, one: string, several: string) => (count === 1 ? one : `${count} ${several}`)

/** @param count of photos that were left out. */
export const noRoom = (count: number) =>
  `A post has room for ${POST_PHOTOS_MAX} photos. ${countOf(count, 'One was', 'were')} left out.`

const notesOf = ({ large, other }: LeftOut) => [
  ...(large > 0 ? [`${countOf(large, 'One photo was', 'photos were')} too large and left out.`] : []),
  ...(other > 0 ? [`${countOf(other, 'One file was', 'files were')} not a JPEG, PNG or WebP photo and left out.`] : []),
]

/**
 * Takes what a phone has shared with the app, if the address names it, and removes it from the address: neither Back nor a
 * reload brings it again.
 */
export function useShare(userId: string, onShared: (shared: Shared) => void): void {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const id = new URLSearchParams(search).get(SHARED)
  const receive = useRef(onShared)
  useEffect(() => {
    receive.current = onShared
  })
  const asked = useRef<string>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: taken once
  useEffect(() => {
    if (id === null || asked.current === id) return
    asked.current = id
    const take = async () => {
      const received = await takeShare(userId, id)
      await navigate(pathname, { replace: true })
      if (!received) return receive.current({ ...NOTHING, notes: ['The photo did not reach the app. Add it here.'] })
      const { share, photos } = received
      if (share.taken && photos.length === 0) return receive.current(NOTHING)
      receive.current({
        photos: photos.map(({ id: key, ...photo }) => ({ key, ...photo })),
        words: share.words,
        many: share.taken ? 0 : share.leftOut.many,
        notes: share.taken ? [] : notesOf(share.leftOut),
      })
    }
    void take()
  }, [id])
}
