import { ConsolePage } from '../../../components/console/console-page.tsx'
import { ReferralForm } from '../../../features/console-referrals/referral-form.tsx'

/** `/admin/referrals`: the points for a completed referral. */
export function Component() {
  return (
    <ConsolePage title="Referrals">
      <ReferralForm />
    </ConsolePage>
  )
}
