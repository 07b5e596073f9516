import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { catchesKeys } from './keys.ts'
import { followWaiting, sweepPhotos, tellWaiting, waitingCatches } from './waiting-queue.ts'
import type { UntoldBest } from './waiting-record.ts'
import { waitingStore } from './waiting-store.ts'

const keys = {
  waiting: (userId: string) => [...catchesKeys.all, 'waiting', userId] as const,
  bests: (userId: string) => [...catchesKeys.all, 'untold', userId] as const,
}

// Where the browser has no storage for them, nothing waits.
const orNone =
  <Row>(read: () => Promise<Row[]>) =>
  (): Promise<Row[]> =>
    read().catch((error: unknown) => {
      console.warn('waiting catches', error)
      return []
    })

/** The catches of a member that wait on this device, in the order written. */
export const waitingQuery = (userId: string) =>
  queryOptions({
    queryKey: keys.waiting(userId),
    queryFn: orNone(() => waitingCatches(userId)),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** The personal bests that were found when a catch was sent later, and have not been told. */
export const untoldBestsQuery = (userId: string) =>
  queryOptions({
    queryKey: keys.bests(userId),
    queryFn: orNone(() => waitingStore.bests(userId)),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Marks a personal best as told. @returns false when another tab tells it. */
export async function takeUntoldBest({ userId, key }: UntoldBest): Promise<boolean> {
  const isOurs = await waitingStore.takeBest(key)
  await tellWaiting(userId)
  return isOurs
}

/** Follows the queue of a member on this device, also as other tabs change it. */
export function useWaitingChanges(userId: string): void {
  const queries = useQueryClient()
  useEffect(() => {
    const ended = followWaiting(() => {
      void queries.invalidateQueries({ queryKey: keys.waiting(userId) })
      void queries.invalidateQueries({ queryKey: keys.bests(userId) })
    })
    sweepPhotos(userId).catch(() => {})
    return ended
  }, [queries, userId])
}
