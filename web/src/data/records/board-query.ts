import { queryOptions } from '@tanstack/react-query'
import { STALE } from '../../config/stale.ts'
import { type BanksideClient, type RowOf, supabase } from '../../lib/supabase.ts'
import { recordsKeys } from './keys.ts'

const clubRecords = (client: BanksideClient, all_time: boolean) =>
  client.rpc('club_records', { all_time }, { get: true })

/** The club records of the season or of all time: the holder of each variety, and the heaviest five. */
export type RecordBoard = RowOf<typeof clubRecords>

export const boardQuery = (isAllTime: boolean) =>
  queryOptions({
    queryKey: recordsKeys.board(isAllTime),
    queryFn: async ({ signal }): Promise<RecordBoard> => {
      const client = await supabase()
      const { data } = await clubRecords(client, isAllTime).abortSignal(signal).single().throwOnError()
      return data
    },
    staleTime: STALE.oneMinute,
  })
