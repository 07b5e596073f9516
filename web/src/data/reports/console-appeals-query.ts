import { queryOptions } from '@tanstack/react-query'
import { type BanksideClient, type RowOf, supabase } from '../../lib/supabase.ts'
import { consoleReportsKeys } from './keys.ts'

const queue = (client: BanksideClient) => client.rpc('appeal_queue', undefined, { get: true })

/** The answer of a suspended member that waits, with the suspension. `refusal`: the code with which deciding is refused. */
export type WaitingAppeal = RowOf<typeof queue>

/** The answers that wait for a decision, oldest first; 100 at most. */
export const appealsQuery = queryOptions({
  queryKey: consoleReportsKeys.appeals(),
  queryFn: async ({ signal }) => {
    const { data } = await queue(await supabase())
      .abortSignal(signal)
      .throwOnError()
    return data
  },
})
