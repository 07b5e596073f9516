import { Link } from 'react-router'
import type { Overview } from '../../../data/overview/console-overview-query.ts'
import { formatCount, formatPoints } from '../../../lib/format.ts'
import { openOf, sumOfLast } from '../figures.ts'
import * as styles from '../overview.module.css'

/** The four figures at the top of the overview. */
export function OverviewTiles({ overview }: { overview: Overview }) {
  const { days, members, claims, unclaimed } = overview
  const tiles = [
    {
      label: 'Members',
      to: '/admin/users',
      value: members.total,
      more: `${formatPoints(sumOfLast(days, 7, 'sign_ups'))} new in 7 days`,
    },
    { label: 'Active in 7 days', value: members.week, more: `${formatPoints(members.month)} in 30 days` },
    {
      label: 'Posts in 7 days',
      to: '/newsfeed',
      value: sumOfLast(days, 7, 'posts'),
      more: `${formatPoints(sumOfLast(days, 30, 'posts'))} in 30 days`,
    },
    {
      label: 'Open claims',
      to: '/admin/claims?sort=open',
      value: claims.reduce((sum, age) => sum + openOf(age), 0),
      more: `${formatCount(unclaimed, 'prize', 'prizes')} not claimed yet`,
    },
  ]
  return (
    <dl className={styles.tiles}>
      {tiles.map(({ label, to, value, more }) => (
        <div key={label} className="card">
          <dt>{to ? <Link to={to}>{label}</Link> : label}</dt>
          <dd>
            <span className="figure">{formatPoints(value)}</span>
            <span className={styles.detail}>{more}</span>
          </dd>
        </div>
      ))}
    </dl>
  )
}
