import { queryOptions } from '@tanstack/react-query'
import { supabase } from '../../lib/supabase.ts'
import { networkKeys } from './keys.ts'

/** A request that the viewer has not answered yet. */
export interface ConnectionRequest {
  /** ID of the connection. */
  id: string
  member: { id: string; username: string; avatar_url: string; fishing_area: string }
}

// More than a member answers at once; further ones appear as these are answered.
const SHOWN = 50

/** Requests to the viewer, oldest first. */
export const requestsQuery = (userId: string) =>
  queryOptions({
    queryKey: networkKeys.requests(userId),
    queryFn: ({ signal }) => loadRequests(userId, signal),
  })

async function loadRequests(userId: string, signal: AbortSignal): Promise<ConnectionRequest[]> {
  const client = await supabase()
  const { data } = await client
    .from('member_connections')
    .select('id, member:profiles!member_connections_user_id_fkey (id, username, avatar_url, fishing_area)')
    .eq('connected_user_id', userId)
    .eq('status', 'pending')
    .order('created_at')
    .limit(SHOWN)
    .abortSignal(signal)
    .throwOnError()
  return data
}
