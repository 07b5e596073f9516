import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { STALE } from '../../config/stale.ts'
import { supabase } from '../../lib/supabase.ts'
import { SEARCH_MIN } from './search-query.ts'

/** Other members whose names begin with a text, contain it or are nearly it; the best first. */
export const membersQuery = (name: string) =>
  queryOptions({
    queryKey: ['search', 'members', name.toLowerCase()],
    enabled: name.length >= SEARCH_MIN,
    queryFn: async ({ signal }) => {
      const client = await supabase()
      const { data } = await client.rpc('find_members', { name }, { get: true }).abortSignal(signal).throwOnError()
      return data
    },
    placeholderData: keepPreviousData,
    staleTime: STALE.oneMinute,
    retry: false,
  })
