import { queryOptions } from '@tanstack/react-query'
import { type BanksideClient, type RowOf, supabase } from '../../lib/supabase.ts'
import { consoleRecordsKeys } from './keys.ts'

const offerList = (client: BanksideClient, decided: boolean) =>
  client.rpc('record_offer_list', { decided }, { get: true })

/** A catch that was offered for the club records, for the team. */
export type OfferedCatch = RowOf<typeof offerList>

/**
 * The offers that wait, the first of each angler before the second of any, the oldest first; or those that were decided,
 * the latest first; 100 at most.
 */
export const consoleOffersQuery = (isDecided: boolean) =>
  queryOptions({
    queryKey: consoleRecordsKeys.list(isDecided),
    queryFn: async ({ signal }): Promise<OfferedCatch[]> => {
      const client = await supabase()
      const { data } = await offerList(client, isDecided).abortSignal(signal).throwOnError()
      return data
    },
  })
