import { queryOptions } from '@tanstack/react-query'
import { type BanksideClient, type RowOf, supabase } from '../../lib/supabase.ts'
import { networkKeys } from './keys.ts'

const memberPage = (client: BanksideClient, name: string) => client.rpc('member_page', { name }, { get: true })

/** What members see of a member at their address. */
export type MemberOnPage = RowOf<typeof memberPage>

/** The page of a member, by their current name or one that they gave up; null when there is none. */
export const memberPageQuery = (name: string) =>
  queryOptions({
    queryKey: networkKeys.page(name),
    queryFn: async ({ signal }): Promise<MemberOnPage | null> => {
      const client = await supabase()
      const { data } = await memberPage(client, name).abortSignal(signal).throwOnError()
      return data[0] ?? null
    },
  })
