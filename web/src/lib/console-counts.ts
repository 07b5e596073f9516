import { type QueryKey, queryOptions } from '@tanstack/react-query'
import { STALE } from '../config/stale.ts'
import { supabase } from './supabase.ts'

/** How many rows each view of a list has; a view without rows may be missing. */
export type Counts<View extends string> = Partial<Record<View, number>>

/**
 * The numbers beside the views of a list of the console, polled because some rows change their view as time passes.
 * @param queryKey below the key of the list, so that they are loaded again with it.
 */
export const consoleCounts = <View extends string>(
  list: 'games' | 'prizes' | 'posts' | 'cards' | 'videos',
  queryKey: QueryKey,
) =>
  queryOptions({
    queryKey,
    queryFn: async ({ signal }): Promise<Counts<View>> => {
      const client = await supabase()
      const { data } = await client.rpc('console_counts', { list }, { get: true }).abortSignal(signal).throwOnError()
      return data as Counts<View>
    },
    refetchInterval: STALE.oneMinute,
  })
