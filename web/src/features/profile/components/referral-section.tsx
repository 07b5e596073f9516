import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { SHOWN_MS } from '../../../../../contract/src/limits.ts'
import { Banner } from '../../../components/feedback/banner.tsx'
import { ErrorBanner } from '../../../components/feedback/error-banner.tsx'
import { RefusalBanner } from '../../../components/feedback/refusal-banner.tsx'
import { Skeleton, SkeletonGroup } from '../../../components/feedback/skeleton.tsx'
import { Card } from '../../../components/ui/card.tsx'
import { useReadHere } from '../../../data/notifications/read-here.ts'
import { useReferralApproveMutation } from '../../../data/referrals/approve-mutation.ts'
import { type Referral, referralHistoryQuery } from '../../../data/referrals/history-query.ts'
import { approvalRefusal } from '../../../data/referrals/refusal.ts'
import { usePassingText } from '../../../hooks/use-passing-text.ts'
import { useSeen } from '../../../hooks/use-seen.ts'
import * as styles from '../referrals.module.css'
import { ReferralLink } from './referral-link.tsx'
import { ReferralRow } from './referral-row.tsx'

/** The referral programme: the member's link and the referrals. */
export function ReferralSection({ userId }: { userId: string }) {
  const approve = useReferralApproveMutation()
  // The second click of a double click comes before the mutation's state has reached this component.
  const underway = useRef(false)
  const [success, showSuccess] = usePassingText(SHOWN_MS.success)
  const failed = approve.isError ? approve.variables : undefined
  // When only the answer was lost, the list shows it as approved.
  const done = useQuery(referralHistoryQuery(userId)).data?.some(
    ({ id, status }) => id === failed && status === 'completed',
  )
  return (
    <Card as="section" pad className={styles.referrals} id="referral" tabIndex={-1} aria-labelledby="referral-heading">
      <h2 id="referral-heading">Referrals</h2>
      <p className={`small muted ${styles.lead}`}>
        Share your link. When a friend joins, approve the referral to earn points. Up to 3 referrals are credited per
        day and 10 in 30 days. Further referrals are credited later.
      </p>
      <ReferralLink userId={userId} />
      {approve.isError && !done && (
        <RefusalBanner
          action="approveReferral"
          error={approve.error}
          reason={approvalRefusal(approve.error)}
          onDismiss={approve.reset}
        />
      )}
      {success && <Banner tone="success">{success}</Banner>}
      <ReferralHistory
        userId={userId}
        approving={approve.isPending ? approve.variables : undefined}
        onApprove={(id) => {
          if (underway.current) return
          underway.current = true
          approve.mutate(id, {
            onSuccess: () => showSuccess('Referral approved successfully!'),
            onSettled: () => {
              underway.current = false
            },
          })
        }}
      />
    </Card>
  )
}

interface ReferralHistoryProps {
  userId: string
  /** Id of the referral that is being approved. */
  approving: string | undefined
  onApprove: (id: string) => void
}

function ReferralHistory({ userId, approving, onApprove }: ReferralHistoryProps) {
  const history = useQuery(referralHistoryQuery(userId))
  if (history.isPending) {
    return (
      <SkeletonGroup silent>
        <div className="referral">
          <Skeleton width={40} height={40} circle />
          <Skeleton width="70%" />
          <Skeleton width={56} />
        </div>
      </SkeletonGroup>
    )
  }
  if (history.isError && !history.data) {
    return <ErrorBanner action="loadStatistics" error={history.error} onRetry={() => history.refetch()} />
  }
  if (history.data.length === 0) {
    return <p className={`muted ${styles.nothing}`}>No referrals yet. Share your link to start earning points!</p>
  }
  return <ReferralList referrals={history.data} approving={approving} onApprove={onApprove} />
}

interface ReferralListProps extends Pick<ReferralHistoryProps, 'approving' | 'onApprove'> {
  referrals: readonly Referral[]
}

function ReferralList({ referrals, approving, onApprove }: ReferralListProps) {
  const list = useRef<HTMLUListElement>(null)
  useReadHere(useSeen(list) ? '/profile' : undefined)
  return (
    <ul className="divide" ref={list}>
      {referrals.map((referral) => (
        <ReferralRow
          key={referral.id}
          referral={referral}
          busy={approving === referral.id}
          onApprove={() => onApprove(referral.id)}
        />
      ))}
    </ul>
  )
}
