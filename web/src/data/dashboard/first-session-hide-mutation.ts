import { useMutation, useQueryClient } from '@tanstack/react-query'
import { supabase } from '../../lib/supabase.ts'
import { dashboardKeys } from './keys.ts'

/** Hides the panel of the member's first session, on all their devices. */
export function useHideFirstSessionMutation(userId: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async () => {
      const client = await supabase()
      await client.rpc('hide_first_session').throwOnError()
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: dashboardKeys.figures(userId) }),
  })
}
