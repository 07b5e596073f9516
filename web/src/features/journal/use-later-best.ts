import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { takeUntoldBest, untoldBestsQuery } from '../../data/catches/waiting-query.ts'
import type { UntoldBest } from '../../data/catches/waiting-record.ts'

/**
 * Tells a personal best that was found when a catch was sent later: once on this device, in whichever tab is first.
 * @param isFree whether another one can be shown now.
 */
export function useLaterBest(userId: string, isFree: boolean, tell: (best: UntoldBest) => void): void {
  const first = useQuery(untoldBestsQuery(userId)).data?.[0]
  const taken = useRef(new Set<unknown>())
  useEffect(() => {
    if (!isFree || !first || taken.current.has(first)) return
    taken.current.add(first)
    void takeUntoldBest(first).then(
      (isOurs) => isOurs && tell(first),
      (error: unknown) => console.warn('waiting catches', error),
    )
  })
}
