import { useQuery } from '@tanstack/react-query'
import { Banner } from '../../../components/feedback/banner.tsx'
import { ErrorBanner } from '../../../components/feedback/error-banner.tsx'
import { Skeleton, SkeletonGroup } from '../../../components/feedback/skeleton.tsx'
import { ButtonLink } from '../../../components/ui/button-link.tsx'
import { Card } from '../../../components/ui/card.tsx'
import { type Award, awardQuery } from '../../../data/prizes/award-query.ts'
import { useNow } from '../../../hooks/use-now.ts'
import { deadlineState } from '../../../lib/deadline.ts'
import { failureText } from '../../../lib/failure-text.ts'
import '../prizes.css'
import { ClaimForm } from './claim-form.tsx'
import { ClaimedCard } from './claimed-card.tsx'
import { DeadlineBanner } from './deadline-banner.tsx'
import { PrizeSummary } from './prize-summary.tsx'

export interface ClaimPageProps {
  userId: string
  email: string | undefined
  awardId: string
  onClaimed: () => void
}

/** One award of the member: the deadline, the prize, and the form to claim it or what became of the claim. */
export function ClaimPage({ userId, email, awardId, onClaimed }: ClaimPageProps) {
  const award = useQuery(awardQuery(userId, awardId))
  if (award.isPending) return <ClaimSkeleton />
  if (award.data) {
    return <LoadedAward key={award.data.id} userId={userId} email={email} award={award.data} onClaimed={onClaimed} />
  }
  return (
    <div className="claim-failed">
      {award.isError ? (
        <ErrorBanner action="loadPrizeDetails" error={award.error} onRetry={() => award.refetch()} />
      ) : (
        <Banner tone="danger">{failureText.prizeNotFound}</Banner>
      )}
      <ButtonLink to="/dashboard">Return to Dashboard</ButtonLink>
    </div>
  )
}

interface LoadedAwardProps {
  userId: string
  email: string | undefined
  award: Award
  onClaimed: () => void
}

function LoadedAward({ userId, email, award, onClaimed }: LoadedAwardProps) {
  const now = useNow(award.claimDeadline)
  return (
    <div className="claim-grid">
      <aside className="claim-aside" aria-label="Prize">
        {!award.claim && <DeadlineBanner deadline={award.claimDeadline} now={now} />}
        <PrizeSummary prize={award.prize} />
      </aside>
      {award.claim ? (
        <ClaimedCard claim={award.claim} isSent={award.prize.type === 'physical'} />
      ) : (
        <ClaimForm
          userId={userId}
          email={email}
          award={award}
          expired={deadlineState(award.claimDeadline, now) === 'expired'}
          onClaimed={onClaimed}
        />
      )}
    </div>
  )
}

function ClaimSkeleton() {
  return (
    <SkeletonGroup label="Loading prize">
      <div className="claim-grid">
        <div className="claim-aside">
          <Skeleton height={74} />
          <Card className="claim-sum">
            <div className="media r32" />
            <div className="pad">
              <Skeleton width="60%" height={24} />
            </div>
          </Card>
        </div>
        <Card pad className="claim-wait">
          <Skeleton width={180} height={24} />
          <Skeleton height={72} />
          <Skeleton width={180} height={24} />
          <Skeleton height={72} />
          <Skeleton height={72} />
        </Card>
      </div>
    </SkeletonGroup>
  )
}
