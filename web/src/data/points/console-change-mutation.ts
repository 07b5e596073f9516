import { useMutation, useQueryClient } from '@tanstack/react-query'
import { NotAuthenticated, throwFailure } from '../../lib/not-authenticated.ts'
import { supabase } from '../../lib/supabase.ts'
import { leaderboardKeys } from '../leaderboard/keys.ts'
import { usersKeys } from '../users/keys.ts'
import { pointsKeys } from './keys.ts'

export interface PointsChange {
  /** Chosen by the browser and kept over every attempt until one is confirmed. */
  id: string
  userId: string
  /** Nonzero integer. */
  points: number
  reason: string
}

/** What the ledger holds under the change's id. */
export interface WrittenChange {
  points: number
  /** An attempt before this one had arrived, although its answer had not. */
  earlier: boolean
}

/**
 * Adds a row to a member's ledger by hand. The same id makes a repeated change a duplicate, which the database refuses,
 * so an answer that was lost never leads to a second row.
 * @param adminId the caller, or undefined when nobody is signed in.
 */
export function usePointsChangeMutation(adminId: string | undefined) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (change: PointsChange) => writeChange(adminId, change),
    onSettled: async () => {
      await queries.invalidateQueries({ queryKey: usersKeys.all })
      for (const queryKey of [pointsKeys.all, leaderboardKeys.all]) void queries.invalidateQueries({ queryKey })
    },
  })
}

async function writeChange(adminId: string | undefined, change: PointsChange): Promise<WrittenChange> {
  if (!adminId) throw new NotAuthenticated()
  const client = await supabase()
  const { id, userId, points, reason } = change
  const answer = await client
    .from('points_log')
    .insert({ id, user_id: userId, points_change: points, reason, created_by: adminId })
  if (answer.error?.code !== '23505') {
    throwFailure(answer)
    return { points, earlier: false }
  }
  const { data } = await client.from('points_log').select('points_change').eq('id', id).single().throwOnError()
  return { points: data.points_change, earlier: true }
}
