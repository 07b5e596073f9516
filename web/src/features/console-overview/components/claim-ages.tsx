import type { ClaimAge } from '../../../data/overview/console-overview-query.ts'
import { formatPoints } from '../../../lib/format.ts'
import { ageLabel, openOf } from '../figures.ts'
import * as styles from '../overview.module.css'

const STATUSES = ['pending', 'processing', 'shipped'] as const
const COLOURS = { pending: styles.pending, processing: styles.processing, shipped: styles.shipped }

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
          <span className={styles.track} aria-hidden="true">
            {STATUSES.filter((status) => age[status] > 0).map((status) => (
              <i key={status} className={COLOURS[status]} style={{ inlineSize: `${(age[status] / most) * 100}%` }} />
            ))}
          </span>
          {openOf(age) > 0 && (
            <span className={styles.parts}>
              {STATUSES.filter((status) => age[status] > 0).map((status) => (
                <span key={status}>
                  <i className={`${styles.mark} ${COLOURS[status]}`} aria-hidden="true" />
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
