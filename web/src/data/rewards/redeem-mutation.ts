import { useMutation, useQueryClient } from '@tanstack/react-query'
import { supabase } from '../../lib/supabase.ts'
import { authKeys } from '../auth/keys.ts'
import { dashboardKeys } from '../dashboard/keys.ts'
import { prizesKeys } from '../prizes/keys.ts'
import { rewardsKeys } from './keys.ts'

export interface Redemption {
  /** Kept for every attempt until one is confirmed. */
  requestId: string
  rewardId: string
  /** The price that the member was shown. */
  price: number
  /** What the member was shown of the reward. */
  version: string
}

export interface RedeemedAward {
  id: string
  isClaimed: boolean
}

/**
 * Redeems a reward. The database carries out a request once, so a lost answer never leads to a second award. A refusal has
 * a code (`RW…`), for which `rewardRefusal` has the text.
 * @returns the awards; none if they were taken back, and claimed ones if they were claimed before a lost answer was asked
 * for again.
 */
export function useRedeemMutation(userId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: redeem,
    // After a refusal the list or the balance was not what it is now.
    onSettled: () =>
      Promise.all(
        [authKeys.summary(userId), rewardsKeys.all, prizesKeys.all, dashboardKeys.all].map((queryKey) =>
          queryClient.invalidateQueries({ queryKey }),
        ),
      ),
  })
}

async function redeem({ requestId, rewardId, price, version }: Redemption): Promise<RedeemedAward[]> {
  const client = await supabase()
  const { data } = await client
    .rpc('redeem_reward', { request_id: requestId, package_id: rewardId, price, version })
    .throwOnError()
  return data.map(({ id, status }) => ({ id, isClaimed: status === 'claimed' }))
}
