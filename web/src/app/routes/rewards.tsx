import { useNavigate } from 'react-router'
import { useToast } from '../../components/feedback/toast.tsx'
import { Page } from '../../components/layout/page.tsx'
import type { RedeemedAward } from '../../data/rewards/redeem-mutation.ts'
import { RewardsPage } from '../../features/rewards/components/rewards-page.tsx'
import { useUserId } from '../../hooks/use-session.ts'

/** `/rewards`: what members get for points, and then the claim as for any prize. */
export function Component() {
  const userId = useUserId()
  const navigate = useNavigate()
  const toast = useToast()
  const redeemed = (awards: RedeemedAward[]) => {
    if (awards.length === 0) return toast('This reward was taken back in the meantime. Your points are back too.')
    const open = awards.filter(({ isClaimed }) => !isClaimed)
    if (open.length === 0) return toast('You redeemed and claimed this one before. Redeem again to get another.')
    toast('Redeemed. Now claim it.')
    void navigate(open.length === 1 ? `/prizes/claim/${open[0]?.id}` : '/prizes')
  }
  return (
    <Page title="Rewards" lead="Turn points into tackle.">
      {userId !== undefined && <RewardsPage userId={userId} onRedeemed={redeemed} />}
    </Page>
  )
}
