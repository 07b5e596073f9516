import { useQuery } from '@tanstack/react-query'
import { ErrorBanner } from '../../../components/feedback/error-banner.tsx'
import { figuresQuery } from '../../../data/dashboard/figures-query.ts'
import { pendingReferralsQuery } from '../../../data/dashboard/pending-referrals-query.ts'
import { useDashboardRealtime } from '../../../data/dashboard/realtime.ts'
import { referralStatsQuery } from '../../../data/dashboard/referral-stats-query.ts'
import { unclaimedQuery } from '../../../data/prizes/unclaimed-query.ts'
import '../dashboard.css'
import { PendingReferrals } from './pending-referrals.tsx'
import { PointsHistory } from './points-history.tsx'
import { PointsTile } from './points-tile.tsx'
import { PrizeClaims } from './prize-claims.tsx'
import { ReferralStats } from './referral-stats.tsx'
import { StatTiles } from './stat-tiles.tsx'

/** The member's own numbers on top, below them what waits for the member. A part that cannot be loaded is left out. */
export function DashboardPage({ userId }: { userId: string }) {
  useDashboardRealtime()
  const figures = useQuery(figuresQuery(userId))
  const stats = useQuery(referralStatsQuery(userId))
  const pending = useQuery(pendingReferralsQuery(userId))
  const awards = useQuery(unclaimedQuery(userId))
  const queries = [figures, stats, pending, awards]
  const failure = queries.find(isMissing)
  const retry = () => {
    for (const query of queries) if (isMissing(query)) void query.refetch()
  }
  return (
    <>
      {failure && <ErrorBanner className="dash-error" action="loadStatistics" error={failure.error} onRetry={retry} />}
      {!isMissing(figures) && (
        <section className="tiles" aria-label="Your numbers">
          <PointsTile figures={figures.data} />
          <StatTiles figures={figures.data} referrals={isMissing(stats) ? null : stats.data} />
        </section>
      )}
      <div className="two-col dash-cols">
        <div className="stack-5">
          {!isMissing(awards) && <PrizeClaims awards={awards.data} />}
          {!isMissing(figures) && <PointsHistory history={figures.data?.history} />}
        </div>
        <div className="stack-5">
          {!isMissing(pending) && <PendingReferrals referrals={pending.data} />}
          {!isMissing(stats) && <ReferralStats stats={stats.data} />}
        </div>
      </div>
    </>
  )
}

// What was loaded before stays in sight when it cannot be renewed.
const isMissing = (query: { isError: boolean; data: unknown }) => query.isError && query.data === undefined
