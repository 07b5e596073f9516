import { queryOptions } from '@tanstack/react-query'
import { type BanksideClient, type RowOf, supabase } from '../../lib/supabase.ts'
import { referralsKeys } from './keys.ts'

const own = (client: BanksideClient) => client.rpc('my_invitation', undefined, { get: true })

/** Who may join the club, and the member's invitation if one is needed; its columns are null when there is none. */
export type Invitation = RowOf<typeof own>

export const invitationQuery = (userId: string) =>
  queryOptions({
    queryKey: referralsKeys.invitation(userId),
    queryFn: async ({ signal }): Promise<Invitation | null> => {
      const { data } = await own(await supabase())
        .abortSignal(signal)
        .throwOnError()
      return data[0] ?? null
    },
  })
