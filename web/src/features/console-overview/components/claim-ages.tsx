import type { ClaimAge } from '../../../data/overview/console-overview-query.ts'
import { formatPoints } from '../../../lib/format.ts'
import { ageLabel, openOf } from '../figures.ts'

const STATUSES = ['pending', 'processing', 'shipped'] as const

/** Open claims by how long ago they were made: a bar each, parted by status, with the same in numbers. */
export function ClaimAges({ ages }: { ages: readonly ClaimAge[] }) {
  if (ages.every((age) => openOf(age) === 0)) return <p className="ov-none">No claim is waiting.</p>
  const most = Math.max(...ages.map(openOf))
  return (
    <ul className="ov-rows">
      {ages.map((age) => (
        <li key={age.from_day}>
          <span className="ov-name">{ageLabel(age)}</span>
          <span className="num">{formatPoints(openOf(age))}</span>
          <span className="ov-track" aria-hidden="true">
            {STATUSES.filter((status) => age[status] > 0).map((status) => (
              <i key={status} className={status} style={{ inlineSize: `${(age[status] / most) * 100}%` }} />
            ))}
          </span>
          {openOf(age) > 0 && (
            <span className="ov-parts">
              {STATUSES.filter((status) => age[status] > 0).map((status) => (
                <span key={status}>
                  <i className={`ov-dot ${status}`} aria-hidden="true" />
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
