import Hourglass from 'lucide-react/icons/hourglass'
import { SHOWN_MS } from '../../../../../contract/src/limits.ts'
import { Banner } from '../../../components/feedback/banner.tsx'
import { ErrorBanner } from '../../../components/feedback/error-banner.tsx'
import { Button } from '../../../components/ui/button.tsx'
import type { PendingReferral } from '../../../data/dashboard/pending-referrals-query.ts'
import { useReferralApproveMutation } from '../../../data/referrals/approve-mutation.ts'
import { usePassingText } from '../../../hooks/use-passing-text.ts'
import { DashboardCard } from './dashboard-card.tsx'

/** Members whom the viewer brought and may approve. Undefined while loading. */
export function PendingReferrals({ referrals }: { referrals: readonly PendingReferral[] | undefined }) {
  const approve = useReferralApproveMutation()
  const [success, showSuccess] = usePassingText(SHOWN_MS.success)
  const start = (id: string) => {
    if (approve.isPending) return
    approve.mutate(id, { onSuccess: () => showSuccess('Referral approved successfully!') })
  }
  return (
    <DashboardCard heading="Pending Referrals" count={referrals?.length} loading={referrals === undefined}>
      {approve.isError && <ErrorBanner action="approveReferral" error={approve.error} onDismiss={approve.reset} />}
      {success && <Banner tone="success">{success}</Banner>}
      {referrals?.length === 0 && <p className="muted dash-none">Nobody waits for your approval.</p>}
      {referrals && referrals.length > 0 && (
        <ul className="divide">
          {referrals.map(({ id, email }) => (
            <li key={id} className="ref">
              <span className="ic wait" aria-hidden="true">
                <Hourglass className="i" />
              </span>
              <div>
                <div className="strong">{email}</div>
                <div className="small quiet">Awaiting registration</div>
              </div>
              <Button
                variant="soft"
                size="sm"
                busy={approve.isPending && approve.variables === id}
                aria-label={`Approve ${email}`}
                onClick={() => start(id)}
              >
                Approve
              </Button>
            </li>
          ))}
        </ul>
      )}
    </DashboardCard>
  )
}
