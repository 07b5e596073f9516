import { queryOptions } from '@tanstack/react-query'
import { STALE } from '../../config/stale.ts'
import { supabase } from '../../lib/supabase.ts'
import { overviewKeys } from './keys.ts'

/** A message that could not be delivered. */
export interface Undelivered {
  id: string
  username: string
  channel: 'push' | 'email'
  attempts: number
  /** The last error of the push service or mail server. */
  error: string
  at: string
}

/** The last 100 messages that could not be delivered, the latest first. */
export const undeliveredQuery = queryOptions({
  queryKey: overviewKeys.undelivered(),
  queryFn: async ({ signal }): Promise<Undelivered[]> => {
    const client = await supabase()
    const { data } = await client.rpc('dead_deliveries', undefined, { get: true }).abortSignal(signal).throwOnError()
    return data.map(({ id, username, channel, attempts, error, ended_at }) => ({
      id,
      username,
      channel: channel === 'push' ? 'push' : 'email',
      attempts,
      error: error ?? '',
      at: ended_at,
    }))
  },
  staleTime: STALE.halfMinute,
})
