import { ConsolePage } from '../../../components/console/console-page.tsx'
import { ReferralForm } from '../../../features/console-referrals/referral-form.tsx'

/** `/admin/referrals`: what a completed referral is worth. */
export function Component() {
  return (
    <ConsolePage title="Referrals">
      <ReferralForm />
    </ConsolePage>
  )
}
