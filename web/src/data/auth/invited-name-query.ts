import { queryOptions } from '@tanstack/react-query'
import { supabase } from '../../lib/supabase.ts'
import { authKeys } from './keys.ts'

/** The username that a mailed invitation proposes, or null. Asked once each time that the page opens. */
export const invitedNameQuery = (invitation: string) =>
  queryOptions({
    queryKey: [...authKeys.joining(invitation), 'name'] as const,
    queryFn: async ({ signal }): Promise<string | null> => {
      const client = await supabase()
      const { data } = await client.rpc('invited_name', { invitation }).abortSignal(signal).throwOnError()
      return data
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
