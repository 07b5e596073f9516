import { useMutation, useQueryClient } from '@tanstack/react-query'
import { combinedId } from '../../lib/console-combined-id.ts'
import { NotAuthenticated, throwFailure } from '../../lib/not-authenticated.ts'
import { isRepeated, rowOfRequest } from '../../lib/repeated-request.ts'
import { supabase } from '../../lib/supabase.ts'
import { leaderboardKeys } from '../leaderboard/keys.ts'
import { usersKeys } from '../users/keys.ts'
import { pointsKeys } from './keys.ts'

export interface PointsChange {
  /** Created by the browser and kept for every attempt until one is confirmed. */
  requestId: string
  userIds: readonly string[]
  /** For each of them. Nonzero integer. */
  points: number
  reason: string
}

/** What the ledger stored for the request. */
export interface WrittenChange {
  /** For each member. */
  points: number
  /** An earlier attempt had been written although its answer was lost. */
  earlier: boolean
}

/**
 * Adds a manual row to the ledger of each member, to all or to none. The database carries out a request once, so a lost
 * answer never leads to a second row.
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
  const { requestId, userIds, points, reason } = change
  const rows = userIds.map((userId) => ({
    request_id: combinedId(requestId, userId),
    user_id: userId,
    points_change: points,
    reason,
    created_by: adminId,
  }))
  const answer = await client.from('points_log').insert(rows)
  // The rows of an earlier attempt were written together, so one of them speaks for all.
  const first = rows[0]?.request_id
  const rowId = isRepeated(answer.error) && first !== undefined && (await rowOfRequest(client, first))
  if (!rowId) {
    throwFailure(answer)
    return { points, earlier: false }
  }
  const { data } = await client.from('points_log').select('points_change').eq('id', rowId).maybeSingle().throwOnError()
  return { points: data?.points_change ?? points, earlier: true }
}
