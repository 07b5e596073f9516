import Hourglass from 'lucide-react/icons/hourglass'
import { SHOWN_MS } from '../../../../../contract/src/limits.ts'
import { Banner } from '../../../components/feedback/banner.tsx'
import { RefusalBanner } from '../../../components/feedback/refusal-banner.tsx'
import { Button } from '../../../components/ui/button.tsx'
import type { PendingReferral } from '../../../data/dashboard/pending-referrals-query.ts'
import { useReferralApproveMutation } from '../../../data/referrals/approve-mutation.ts'
import { approvalRefusal } from '../../../data/referrals/refusal.ts'
import { usePassingText } from '../../../hooks/use-passing-text.ts'
import * as styles from '../dashboard.module.css'
import { DashboardCard } from './dashboard-card.tsx'

/** Referrals that the member may approve. Undefined while loading. */
export function PendingReferrals({ referrals }: { referrals: readonly PendingReferral[] | undefined }) {
  const approve = useReferralApproveMutation()
  const [success, showSuccess] = usePassingText(SHOWN_MS.success)
  const start = (id: string) => {
    if (approve.isPending) return
    approve.mutate(id, { onSuccess: () => showSuccess('Referral approved successfully!') })
  }
  return (
    <DashboardCard heading="Pending Referrals" count={referrals?.length} loading={referrals === undefined}>
      {approve.isError && referrals?.some(({ id }) => id === approve.variables) && (
        <RefusalBanner
          action="approveReferral"
          error={approve.error}
          reason={approvalRefusal(approve.error)}
          onDismiss={approve.reset}
        />
      )}
      {success && <Banner tone="success">{success}</Banner>}
      {referrals?.length === 0 && (
        <p className={`muted ${styles.nothing}`}>No referrals are waiting for you to approve.</p>
      )}
      {referrals && referrals.length > 0 && (
        <ul className="divide">
          {referrals.map(({ id, email }) => (
            <li key={id} className="referral">
              <span className="referral-icon is-waiting" aria-hidden="true">
                <Hourglass className="icon" />
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
