import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { WeightUnit } from '../../../../contract/src/column-types.ts'
import { STALE } from '../../config/stale.ts'
import { type BanksideClient, type RowOf, supabase } from '../../lib/supabase.ts'
import { recordsKeys } from './keys.ts'

const guestRecords = (client: BanksideClient, all_time: boolean) =>
  client.rpc('guest_records', { all_time }, { get: true })

/** The club records as guests see them, and the unit in which the club weighs. */
export interface GuestBoard {
  board: RowOf<typeof guestRecords>
  unit: WeightUnit
}

/** Null when the club does not show its records to guests. */
export const guestBoardQuery = (isAllTime: boolean) =>
  queryOptions({
    queryKey: recordsKeys.guestBoard(isAllTime),
    queryFn: async ({ signal }): Promise<GuestBoard | null> => {
      const client = await supabase()
      const [{ data: board }, { data: site }] = await Promise.all([
        guestRecords(client, isAllTime).abortSignal(signal).maybeSingle().throwOnError(),
        client.from('site_settings').select('weight_unit').abortSignal(signal).single().throwOnError(),
      ])
      return board && { board, unit: site.weight_unit }
    },
    staleTime: STALE.oneMinute,
    // Whether guests may see them is the same for both periods.
    placeholderData: keepPreviousData,
  })
