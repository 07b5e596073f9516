import { queryOptions } from '@tanstack/react-query'
import { STALE } from '../../config/stale.ts'
import { type BanksideClient, type RowOf, supabase } from '../../lib/supabase.ts'
import { catchesKeys } from './keys.ts'

const myOffers = (client: BanksideClient) => client.rpc('my_record_offers', undefined, { get: true })

/** What became of a catch that the member has offered for the club records. */
export type RecordOffer = RowOf<typeof myOffers>

/** The member's own offers by the catch. */
export const offersQuery = (userId: string) =>
  queryOptions({
    queryKey: [...catchesKeys.all, 'offers', userId],
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, RecordOffer>> => {
      const client = await supabase()
      const { data } = await myOffers(client).abortSignal(signal).throwOnError()
      return new Map(data.map((offer) => [offer.catch_id, offer]))
    },
    staleTime: STALE.oneMinute,
  })
