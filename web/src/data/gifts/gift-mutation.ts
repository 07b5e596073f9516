import { useMutation, useQueryClient } from '@tanstack/react-query'
import { isRepeated, rowOfRequest } from '../../lib/repeated-request.ts'
import { supabase } from '../../lib/supabase.ts'
import { authKeys } from '../auth/keys.ts'
import { leaderboardKeys } from '../leaderboard/keys.ts'
import { networkKeys } from '../network/keys.ts'
import { profileKeys } from '../profile/keys.ts'

export interface Gift {
  /** Created by the giver's browser and kept for every attempt until one is confirmed. */
  requestId: string
  toUserId: string
  points: number
  message: string
}

/** What the database stored for the request. */
export interface StoredGift {
  points: number
  /** An earlier attempt had been written although its answer was lost. */
  earlier: boolean
}

/**
 * Gives points to another member. The database carries out a request once, so a lost answer never leads to a second
 * gift. The balance falls at once and ends on the database's value.
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

async function give(userId: string, { requestId, toUserId, points, message }: Gift): Promise<StoredGift> {
  const client = await supabase()
  const { error } = await client.from('point_gifts').insert({
    request_id: requestId,
    from_user_id: userId,
    to_user_id: toUserId,
    points,
    message: message.trim() || null,
  })
  if (!error) return { points, earlier: false }
  const giftId = isRepeated(error) && (await rowOfRequest(client, requestId))
  if (!giftId) throw error
  const { data } = await client.from('point_gifts').select('points').eq('id', giftId).single().throwOnError()
  return { points: data.points, earlier: true }
}
