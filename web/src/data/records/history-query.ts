import { queryOptions } from '@tanstack/react-query'
import type { CatchVariety } from '../../../../contract/src/column-types.ts'
import { STALE } from '../../config/stale.ts'
import { type BanksideClient, type RowOf, supabase } from '../../lib/supabase.ts'
import { recordsKeys } from './keys.ts'

const recordHistory = (client: BanksideClient, variety: CatchVariety) =>
  client.rpc('record_history', { variety }, { get: true })

/** A catch that was the record of its variety once. */
export type PastRecord = RowOf<typeof recordHistory>

/** The records of a variety, the latest first. */
export const historyQuery = (variety: CatchVariety) =>
  queryOptions({
    queryKey: recordsKeys.history(variety),
    queryFn: async ({ signal }): Promise<PastRecord[]> => {
      const client = await supabase()
      const { data } = await recordHistory(client, variety).abortSignal(signal).throwOnError()
      return data
    },
    staleTime: STALE.oneMinute,
  })
