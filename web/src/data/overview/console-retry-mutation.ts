import { useMutation, useQueryClient } from '@tanstack/react-query'
import { supabase } from '../../lib/supabase.ts'
import { overviewKeys } from './keys.ts'

/** Sends an undelivered message again. If another admin has already done so, that counts as done. */
export function useRetryDeliveryMutation() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (delivery_id: string) => {
      const client = await supabase()
      await client.rpc('retry_delivery', { delivery_id }).throwOnError()
    },
    onSettled: () => queries.invalidateQueries({ queryKey: overviewKeys.undelivered() }),
  })
}
