import { useMutation, useQueryClient } from '@tanstack/react-query'
import { supabase } from '../../lib/supabase.ts'
import { claimsKeys } from '../claims/keys.ts'
import { prizesKeys } from './keys.ts'

/** Deletes a package with its items; the database refuses (PZ004) when any of them was awarded. */
export function usePackageDeleteMutation() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (packageId: string) => {
      const client = await supabase()
      await client.from('prize_packages').delete().eq('id', packageId).throwOnError()
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: prizesKeys.all }),
  })
}

/** Deletes one item; the database refuses (PZ003) when it was awarded. */
export function useItemDeleteMutation() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (itemId: string) => {
      const client = await supabase()
      await client.from('prize_items').delete().eq('id', itemId).throwOnError()
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: prizesKeys.all }),
  })
}

/** The award to take back. */
export interface TakenBack {
  id: string
  /** The points that the member gave for it; null if it was won. */
  pointsPaid: number | null
}

/**
 * Takes an award back before it is claimed, or before it is sent if it was paid for. The database returns its unit to the
 * stock, and its points to the member.
 */
export function useAwardDeleteMutation() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({ id: awardId, pointsPaid }: TakenBack) => {
      const client = await supabase()
      if (pointsPaid !== null) {
        // False for an award that is no longer there, as after a lost answer.
        await client.rpc('cancel_reward', { award_id: awardId }).throwOnError()
        return
      }
      await client.from('prize_awards').delete().eq('id', awardId).throwOnError()
      // A claimed award remains, without an error: the policy hides it from the delete.
      const { data } = await client.from('prize_awards').select('id').eq('id', awardId).throwOnError()
      if (data.length > 0) throw Object.assign(new Error('This prize has already been claimed.'), { code: 'CL001' })
    },
    onSettled: () =>
      Promise.all([prizesKeys.all, claimsKeys.all].map((queryKey) => queryClient.invalidateQueries({ queryKey }))),
  })
}
