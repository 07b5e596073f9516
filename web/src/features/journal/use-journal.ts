import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { pagesQuery } from '../../data/catches/pages-query.ts'
import { summaryQuery } from '../../data/catches/summary-query.ts'
import { ownProfileQuery } from '../../data/profile/own-profile-query.ts'

/** What a journal's page needs: the sums, the first page, and the viewer's unit. */
export function useJournal(memberId: string, userId: string) {
  const summary = useQuery(summaryQuery(memberId))
  const pages = useInfiniteQuery(pagesQuery(memberId))
  const profile = useQuery(ownProfileQuery(userId))
  const all = [summary, pages, profile]
  return {
    isPending: all.some(({ data, isError }) => data === undefined && !isError),
    error: all.find(({ data, isError }) => data === undefined && isError)?.error ?? undefined,
    summary: summary.data,
    unit: profile.data?.weight_unit ?? 'kg',
    retry: () => {
      for (const query of all) if (query.isError) void query.refetch()
    },
  }
}
