import { queryOptions } from '@tanstack/react-query'
import { STALE } from '../../config/stale.ts'
import { type BanksideClient, type RowOf, supabase } from '../../lib/supabase.ts'
import { catchesKeys } from './keys.ts'

const journalSummary = (client: BanksideClient, member_id: string) =>
  client.rpc('journal_summary', { member_id }, { get: true })

/** The sums and personal bests of a journal, of what the reader may see of it. */
export type JournalSummary = RowOf<typeof journalSummary>

export const summaryQuery = (memberId: string) =>
  queryOptions({
    queryKey: catchesKeys.summary(memberId),
    queryFn: async ({ signal }): Promise<JournalSummary> => {
      const client = await supabase()
      const { data } = await journalSummary(client, memberId).abortSignal(signal).single().throwOnError()
      return data
    },
    staleTime: STALE.oneMinute,
  })
