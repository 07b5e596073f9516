import { queryOptions } from '@tanstack/react-query'
import type { RewardItem } from '../../../../contract/src/column-types.ts'
import { STALE } from '../../config/stale.ts'
import { supabase } from '../../lib/supabase.ts'
import { rewardsKeys } from './keys.ts'

/** A package that members get for points. */
export interface Reward {
  id: string
  name: string
  description: string
  /** In points. */
  price: number
  /** Per member and season; null for no limit. */
  limit: number | null
  /** How often the viewer redeemed it this season. */
  times: number
  /** How many are left, where it is a few; otherwise null. */
  units: number | null
  /** When it opens again for a viewer who did not claim the last one in time; otherwise null. */
  closedUntil: string | null
  /** The viewer has one that is to be claimed first. */
  isUnclaimed: boolean
  /** Changes with the price, the texts and the items. */
  version: string
  items: RewardItem[]
}

/** What members can redeem now, cheapest first. It sends no live changes, so it is polled. */
export const rewardsQuery = (userId: string) =>
  queryOptions({
    queryKey: rewardsKeys.offered(userId),
    queryFn: ({ signal }) => loadRewards(signal),
    staleTime: 0,
    refetchInterval: STALE.oneMinute,
    refetchOnWindowFocus: 'always',
  })

async function loadRewards(signal: AbortSignal): Promise<Reward[]> {
  const client = await supabase()
  const { data } = await client.rpc('offered_rewards', undefined, { get: true }).abortSignal(signal).throwOnError()
  return data.map(
    ({
      limit_per_member: limit,
      times_redeemed: times,
      closed_until: closedUntil,
      is_unclaimed: isUnclaimed,
      ...reward
    }) => ({ ...reward, limit, times, closedUntil, isUnclaimed }),
  )
}
