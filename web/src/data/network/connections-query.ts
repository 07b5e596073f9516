import { queryOptions } from '@tanstack/react-query'
import { STALE } from '../../config/stale.ts'
import { supabase } from '../../lib/supabase.ts'
import { networkKeys } from './keys.ts'

/** The viewer's relation to another member; `asked` is their request that the viewer has not answered yet. */
export type Standing = 'connected' | 'requested' | 'asked'

/** By the other member's ID; members who are not connected are absent. */
export type Connections = Readonly<Record<string, Standing>>

// Hosted services silently cut answers at this many rows.
const BATCH = 1000

/** All connections and open requests of the viewer. */
export const connectionsQuery = (userId: string) =>
  queryOptions({
    queryKey: networkKeys.connections(userId),
    queryFn: ({ signal }) => loadConnections(userId, signal),
    staleTime: STALE.oneMinute,
  })

async function loadConnections(userId: string, signal: AbortSignal): Promise<Connections> {
  const client = await supabase()
  const standings: Record<string, Standing> = {}
  for (let first = 0; ; first += BATCH) {
    const { data } = await client
      .from('member_connections')
      .select('user_id, connected_user_id, status')
      // Admins may read those of all members.
      .or(`user_id.eq.${userId},connected_user_id.eq.${userId}`)
      .order('id')
      .range(first, first + BATCH - 1)
      .abortSignal(signal)
      .throwOnError()
    for (const row of data) {
      const mine = row.user_id === userId
      const waiting = mine ? 'requested' : 'asked'
      standings[mine ? row.connected_user_id : row.user_id] = row.status === 'accepted' ? 'connected' : waiting
    }
    if (data.length < BATCH) return standings
  }
}
