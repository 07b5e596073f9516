import { useMutation, useQueryClient } from '@tanstack/react-query'
import { NotAuthenticated, throwFailure } from '../../lib/not-authenticated.ts'
import { isRepeated, rowOfRequest } from '../../lib/repeated-request.ts'
import { supabase } from '../../lib/supabase.ts'
import { leaderboardKeys } from '../leaderboard/keys.ts'
import { usersKeys } from '../users/keys.ts'
import { pointsKeys } from './keys.ts'

export interface PointsChange {
  /** Created by the browser and kept for every attempt until one is confirmed. */
  requestId: string
  userId: string
  /** Nonzero integer. */
  points: number
  reason: string
}

/** What the ledger stored for the request. */
export interface WrittenChange {
  points: number
  /** An earlier attempt had been written although its answer was lost. */
  earlier: boolean
}

/**
 * Adds a manual row to a member's ledger. The database carries out a request once, so a lost answer never leads to a
 * second row.
 * @param adminId the caller, or undefined for a guest.
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
  const { requestId, userId, points, reason } = change
  const answer = await client
    .from('points_log')
    .insert({ request_id: requestId, user_id: userId, points_change: points, reason, created_by: adminId })
  const rowId = isRepeated(answer.error) && (await rowOfRequest(client, requestId))
  if (!rowId) {
    throwFailure(answer)
    return { points, earlier: false }
  }
  const { data } = await client.from('points_log').select('points_change').eq('id', rowId).maybeSingle().throwOnError()
  return { points: data?.points_change ?? points, earlier: true }
}
