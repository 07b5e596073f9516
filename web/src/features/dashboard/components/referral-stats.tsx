import type { ReferralStats as Stats } from '../../../data/dashboard/referral-stats-query.ts'
import { formatPoints } from '../../../lib/format.ts'
import * as styles from '../dashboard.module.css'
import { DashboardCard } from './dashboard-card.tsx'

/** Two numbers and a bar; the pending part is hatched, so that it does not depend on colour. */
export function ReferralStats({ stats }: { stats: Stats | undefined }) {
  return (
    <DashboardCard heading="Referral Stats" loading={stats === undefined}>
      {stats?.total === 0 && <p className={`muted ${styles.nothing}`}>No activity yet.</p>}
      {stats && stats.total > 0 && <Meter stats={stats} />}
    </DashboardCard>
  )
}

function Meter({ stats: { completed, pending } }: { stats: Stats }) {
  return (
    <div className={styles.meter}>
      <dl>
        <div>
          <dt className="small muted">completed</dt>
          <dd className="figure figure-lg">{formatPoints(completed)}</dd>
        </div>
        <div>
          <dt className="small muted">pending</dt>
          <dd className="figure figure-lg">{formatPoints(pending)}</dd>
        </div>
      </dl>
      <div
        className={styles.meterBar}
        role="img"
        aria-label={`${formatPoints(completed)} completed, ${formatPoints(pending)} pending`}
      >
        {completed > 0 && <i className={styles.completed} style={{ flex: completed }} />}
        {pending > 0 && <i className={styles.pending} style={{ flex: pending }} />}
      </div>
    </div>
  )
}
