import { queryOptions } from '@tanstack/react-query'
import { supabase } from '../../lib/supabase.ts'
import { PRIZE_COLUMNS, type Prize, prizeOf } from './award.ts'
import { prizesKeys } from './keys.ts'

/** An award that is not claimed yet, or was not claimed in time. */
export interface UnclaimedAward {
  id: string
  claimDeadline: string
  prize: Prize
}

/** The viewer's unclaimed awards, the earliest deadline first. */
export const unclaimedQuery = (userId: string) =>
  queryOptions({
    queryKey: prizesKeys.unclaimed(userId),
    queryFn: ({ signal }) => listUnclaimed(userId, signal),
    staleTime: 0,
    refetchOnWindowFocus: 'always',
  })

async function listUnclaimed(userId: string, signal: AbortSignal): Promise<UnclaimedAward[]> {
  const client = await supabase()
  const { data } = await client
    .from('prize_awards')
    .select(`id, claim_deadline, ${PRIZE_COLUMNS}`)
    .eq('user_id', userId)
    .in('status', ['assigned', 'pending'])
    .order('claim_deadline')
    .abortSignal(signal)
    .throwOnError()
  return data.map((row) => ({ id: row.id, claimDeadline: row.claim_deadline, prize: prizeOf(row.item) }))
}
