import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { pagesQuery } from '../../data/catches/pages-query.ts'
import { summaryQuery } from '../../data/catches/summary-query.ts'
import { ownProfileQuery } from '../../data/profile/own-profile-query.ts'
import { keepLastCopy, readLastCopy } from '../../lib/last-copy.ts'
import type { WeightUnit } from '../../lib/weight.ts'

/** Name of the stored unit: without a line a catch is weighed in the same one. */
const UNIT = 'weight-unit'

/** What a journal's page needs: the sums, the first page, and the viewer's unit. */
export function useJournal(memberId: string, userId: string) {
  const summary = useQuery(summaryQuery(memberId))
  const pages = useInfiniteQuery(pagesQuery(memberId))
  const profile = useQuery(ownProfileQuery(userId))
  const unit = profile.data?.weight_unit
  useEffect(() => {
    if (unit !== undefined) keepLastCopy(UNIT, userId, { data: [unit], readAt: Date.now() })
  }, [unit, userId])
  const all = [summary, pages, profile]
  return {
    isPending: all.some(({ data, isError }) => data === undefined && !isError),
    error: all.find(({ data, isError }) => data === undefined && isError)?.error ?? undefined,
    isFetching: all.some(({ isFetching }) => isFetching),
    summary: summary.data,
    unit: unit ?? readLastCopy<WeightUnit>(UNIT, userId)?.data[0] ?? 'kg',
    retry: () => {
      for (const query of all) if (query.isError) void query.refetch()
    },
  }
}
