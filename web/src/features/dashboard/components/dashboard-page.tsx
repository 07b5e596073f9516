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
  const failed = [figures, stats, pending, awards].filter((query) => query.isError && query.data === undefined)
  const retry = () => {
    for (const query of failed) void query.refetch()
  }
  return (
    <>
      {failed[0] && (
        <ErrorBanner className="dash-error" action="loadStatistics" error={failed[0].error} onRetry={retry} />
      )}
      {!failed.includes(figures) && !failed.includes(stats) && (
        <section className="tiles" aria-label="Your numbers">
          <PointsTile figures={figures.data} />
          <StatTiles figures={figures.data} referrals={stats.data} />
        </section>
      )}
      <div className="two-col dash-cols">
        <div className="stack-5">
          {!failed.includes(awards) && <PrizeClaims awards={awards.data} />}
          {!failed.includes(figures) && <PointsHistory history={figures.data?.history} />}
        </div>
        <div className="stack-5">
          {!failed.includes(pending) && <PendingReferrals referrals={pending.data} />}
          {!failed.includes(stats) && <ReferralStats stats={stats.data} />}
        </div>
      </div>
    </>
  )
}
