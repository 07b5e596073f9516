import type { ClaimAge } from '../../../data/overview/console-overview-query.ts'
import { formatPoints } from '../../../lib/format.ts'
import * as bars from '../bars.module.css'
import { ageLabel, openOf } from '../figures.ts'
import * as styles from '../overview.module.css'

const STATUSES = ['pending', 'processing', 'shipped'] as const
const COLOURS = { pending: bars.pending, processing: bars.processing, shipped: bars.shipped }

/** Open claims by age: one bar each, divided by status, with the figures as numbers. */
export function ClaimAges({ ages }: { ages: readonly ClaimAge[] }) {
  if (ages.every((age) => openOf(age) === 0)) return <p className={styles.nothing}>No open claims.</p>
  const most = Math.max(...ages.map(openOf))
  return (
    <ul className={styles.rows}>
      {ages.map((age) => (
        <li key={age.from_day}>
          <span className={styles.name}>{ageLabel(age)}</span>
          <span className="figure">{formatPoints(openOf(age))}</span>
          <span className={bars.track} aria-hidden="true">
            {STATUSES.filter((status) => age[status] > 0).map((status) => (
              <i key={status} className={COLOURS[status]} style={{ inlineSize: `${(age[status] / most) * 100}%` }} />
            ))}
          </span>
          {openOf(age) > 0 && (
            <span className={styles.parts}>
              {STATUSES.filter((status) => age[status] > 0).map((status) => (
                <span key={status}>
                  <i className={`${bars.mark} ${COLOURS[status]}`} aria-hidden="true" />
                  {formatPoints(age[status])} {status}
                </span>
              ))}
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}
