import Check from 'lucide-react/icons/check'
import Hourglass from 'lucide-react/icons/hourglass'
import { Button } from '../../../components/ui/button.tsx'
import type { Referral } from '../../../data/referrals/history-query.ts'
import { formatDay, formatPointsChange } from '../../../lib/format.ts'
import { memberName } from '../../../lib/member-name.ts'

export interface ReferralRowProps {
  referral: Referral
  busy: boolean
  onApprove: () => void
}

/** One referral, completed or awaiting approval. */
export function ReferralRow({ referral, busy, onApprove }: ReferralRowProps) {
  if (referral.status === 'completed') {
    return (
      <li className="referral">
        <span className="referral-icon">
          <Check className="icon" aria-hidden="true" />
        </span>
        <div>
          <div className="strong" dir="auto">
            Successfully referred {memberName(referral.referred_username)}
          </div>
          {referral.completed_at && <div className="small quiet">Completed on {formatDay(referral.completed_at)}</div>}
        </div>
        <span className="figure figure-md">
          {formatPointsChange(referral.points_awarded ?? 0)}
          <span className="visually-hidden"> points</span>
        </span>
      </li>
    )
  }
  return (
    <li className="referral">
      <span className="referral-icon is-waiting">
        <Hourglass className="icon" aria-hidden="true" />
      </span>
      <div>
        <div className="strong">
          <span>Pending referral {referral.referred_email}</span>{' '}
          {referral.referred_username !== null && <bdi className="quiet">{referral.referred_username}</bdi>}
        </div>
        <div className="small quiet">Awaiting registration</div>
      </div>
      <Button
        variant="soft"
        size="sm"
        busy={busy}
        aria-label={`Approve ${referral.referred_email}`}
        onClick={onApprove}
      >
        Approve
      </Button>
    </li>
  )
}
