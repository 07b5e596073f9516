import type { ReferralStats as Stats } from '../../../data/dashboard/referral-stats-query.ts'
import { formatPoints } from '../../../lib/format.ts'
import { DashboardCard } from './dashboard-card.tsx'

/** Two numbers and one bar; the pending part is hatched, so that it does not depend on colour. */
export function ReferralStats({ stats }: { stats: Stats | undefined }) {
  return (
    <DashboardCard heading="Referral Stats" loading={stats === undefined}>
      {stats?.total === 0 && <p className="muted dash-none">No activity yet.</p>}
      {stats && stats.total > 0 && <Meter stats={stats} />}
    </DashboardCard>
  )
}

function Meter({ stats: { completed, pending } }: { stats: Stats }) {
  return (
    <div className="meter">
      <dl>
        <div>
          <dt className="small muted">completed</dt>
          <dd className="num num-lg">{formatPoints(completed)}</dd>
        </div>
        <div>
          <dt className="small muted">pending</dt>
          <dd className="num num-lg">{formatPoints(pending)}</dd>
        </div>
      </dl>
      <div
        className="meter-bar"
        role="img"
        aria-label={`${formatPoints(completed)} completed, ${formatPoints(pending)} pending`}
      >
        {completed > 0 && <i className="done" style={{ flex: completed }} />}
        {pending > 0 && <i className="waiting" style={{ flex: pending }} />}
      </div>
    </div>
  )
}
