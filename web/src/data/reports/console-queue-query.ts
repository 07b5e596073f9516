import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { type BanksideClient, type RowOf, supabase } from '../../lib/supabase.ts'
import { consoleReportsKeys } from './keys.ts'

/** Open cases and those hidden by reports come oldest first, decided ones newest first. */
export type ReportList = 'open' | 'hidden' | 'decided'

const PAGE_SIZE = 50

const page = (client: BanksideClient, list: ReportList, after: { at: string; id: string } | null) =>
  client.rpc(
    'report_queue',
    { list, size: PAGE_SIZE, ...(after && { after: after.at, after_id: after.id }) },
    { get: true },
  )

/** A case as the list shows it. */
export type ReportRow = RowOf<typeof page>

/** The cases of a list, page by page. */
export const reportQueueQuery = (list: ReportList) =>
  infiniteQueryOptions({
    queryKey: consoleReportsKeys.list(list),
    queryFn: async ({ pageParam, signal }) => {
      const { data } = await page(await supabase(), list, pageParam)
        .abortSignal(signal)
        .throwOnError()
      return data
    },
    initialPageParam: null as { at: string; id: string } | null,
    getNextPageParam: (last) => {
      const row = last.at(-1)
      if (!row || last.length < PAGE_SIZE) return null
      return { at: (list === 'decided' ? row.decided_at : null) ?? row.opened_at, id: row.id }
    },
  })

/** How many cases are open, and how many of these reports have hidden. */
export const reportCountsQuery = queryOptions({
  queryKey: consoleReportsKeys.counts(),
  queryFn: async ({ signal }) => {
    const client = await supabase()
    const { data } = await client
      .rpc('report_counts', undefined, { get: true })
      .abortSignal(signal)
      .single()
      .throwOnError()
    return data
  },
})
