import { queryOptions } from '@tanstack/react-query'
import { STALE } from '../../config/stale.ts'
import { type BanksideClient, type RowOf, supabase } from '../../lib/supabase.ts'
import { catchesKeys } from './keys.ts'

/** As many as a chart can show apart, and as the database returns. */
export const MOST_WEIGHTS = 500

const journalWeights = (client: BanksideClient, member_id: string) =>
  client.rpc('journal_weights', { member_id, size: MOST_WEIGHTS }, { get: true })

/** Day and weight of a catch. */
export type CatchWeight = RowOf<typeof journalWeights>

/** The latest catches of a journal that the reader may see, the earliest first. */
export const weightsQuery = (memberId: string) =>
  queryOptions({
    queryKey: catchesKeys.weights(memberId),
    queryFn: async ({ signal }): Promise<CatchWeight[]> => {
      const client = await supabase()
      const { data } = await journalWeights(client, memberId).abortSignal(signal).throwOnError()
      return data
    },
    staleTime: STALE.oneMinute,
  })
