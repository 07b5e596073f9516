import { queryOptions } from '@tanstack/react-query'
import { supabase } from '../../lib/supabase.ts'
import { newsfeedKeys } from './keys.ts'

/** Whether the member is suspended from the newsfeed. */
export const standingQuery = (userId: string) =>
  queryOptions({
    queryKey: newsfeedKeys.standing(userId),
    queryFn: async ({ signal }) => {
      const client = await supabase()
      const { data } = await client
        .from('profiles')
        .select('is_suspended')
        .eq('id', userId)
        .abortSignal(signal)
        .single()
        .throwOnError()
      return { suspended: data.is_suspended }
    },
  })
