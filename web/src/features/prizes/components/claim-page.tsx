import { useQuery } from '@tanstack/react-query'
import { Banner } from '../../../components/feedback/banner.tsx'
import { ErrorBanner } from '../../../components/feedback/error-banner.tsx'
import { Skeleton, SkeletonGroup } from '../../../components/feedback/skeleton.tsx'
import { ButtonLink } from '../../../components/ui/button-link.tsx'
import { Card } from '../../../components/ui/card.tsx'
import { useReadHere } from '../../../data/notifications/read-here.ts'
import { type Award, awardQuery } from '../../../data/prizes/award-query.ts'
import { clubDefaultsQuery } from '../../../data/site/club-defaults-query.ts'
import { useNow } from '../../../hooks/use-now.ts'
import { deadlineState } from '../../../lib/deadline.ts'
import { failureText } from '../../../lib/failure-text.ts'
import * as styles from '../claim-page.module.css'
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

/** One award of the member: deadline, prize, and the claim form or the status of the claim. */
export function ClaimPage({ userId, email, awardId, onClaimed }: ClaimPageProps) {
  const award = useQuery(awardQuery(userId, awardId))
  const defaults = useQuery(clubDefaultsQuery())
  useReadHere(award.data ? `/prizes/claim/${awardId}` : undefined)
  if (award.isPending || (award.data && defaults.isPending)) return <ClaimSkeleton />
  if (award.data) {
    return (
      <LoadedAward
        key={award.data.id}
        userId={userId}
        email={email}
        country={defaults.data?.country}
        award={award.data}
        onClaimed={onClaimed}
      />
    )
  }
  return (
    <div className={styles.failed}>
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
  country: string | undefined
  award: Award
  onClaimed: () => void
}

function LoadedAward({ userId, email, country, award, onClaimed }: LoadedAwardProps) {
  const now = useNow(award.claimDeadline)
  return (
    <div className={styles.columns}>
      <aside className={styles.aside} aria-label="Prize">
        {!award.claim && <DeadlineBanner deadline={award.claimDeadline} now={now} />}
        <PrizeSummary prize={award.prize} promised={award.promised} />
      </aside>
      {award.claim ? (
        <ClaimedCard claim={award.claim} type={award.prize.type} />
      ) : (
        <ClaimForm
          userId={userId}
          email={email}
          country={country}
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
      <div className={styles.columns}>
        <div className={styles.aside}>
          <Skeleton height={74} />
          <Card className={styles.summary}>
            <div className="media ratio-3-2" />
            <div className="padded">
              <Skeleton width="60%" height={24} />
            </div>
          </Card>
        </div>
        <Card pad className={styles.formShape}>
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
