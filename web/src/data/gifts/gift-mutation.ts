import { useMutation, useQueryClient } from '@tanstack/react-query'
import { supabase } from '../../lib/supabase.ts'
import { authKeys } from '../auth/keys.ts'
import { leaderboardKeys } from '../leaderboard/keys.ts'
import { networkKeys } from '../network/keys.ts'
import { profileKeys } from '../profile/keys.ts'

export interface Gift {
  /** Chosen by the giver's browser and kept over every attempt until one is confirmed. */
  id: string
  toUserId: string
  points: number
  message: string
}

/** What the database holds under the gift's id. */
export interface GivenGift {
  points: number
  /** An attempt before this one had arrived, although its answer had not. */
  earlier: boolean
}

/**
 * Gives points to another member. The same id makes a repeated gift a duplicate, which the database refuses, so an
 * answer that was lost never leads to a second gift. The balance falls at once and ends on the database's.
 */
export function useGiftMutation(userId: string) {
  const queryClient = useQueryClient()
  const summary = authKeys.summary(userId)
  const shift = (points: number) =>
    queryClient.setQueryData<{ points: number }>(summary, (own) => own && { ...own, points: own.points + points })
  return useMutation({
    mutationFn: (gift: Gift) => give(userId, gift),
    onMutate: async (gift) => {
      await queryClient.cancelQueries({ queryKey: summary })
      shift(-gift.points)
    },
    onError: (_error, gift) => shift(gift.points),
    onSettled: async () => {
      await queryClient.invalidateQueries({ queryKey: summary })
      const others = [profileKeys.all, leaderboardKeys.all, networkKeys.all]
      for (const queryKey of others)
        queryClient.invalidateQueries({ queryKey }).catch((error: unknown) => console.error(queryKey, error))
    },
  })
}

async function give(userId: string, { id, toUserId, points, message }: Gift): Promise<GivenGift> {
  const client = await supabase()
  const row = { id, from_user_id: userId, to_user_id: toUserId, points, message: message.trim() || null }
  const { error } = await client.from('point_gifts').insert(row)
  if (!error) return { points, earlier: false }
  if (error.code !== '23505') throw error
  const { data } = await client.from('point_gifts').select('points').eq('id', id).single().throwOnError()
  return { points: data.points, earlier: true }
}
