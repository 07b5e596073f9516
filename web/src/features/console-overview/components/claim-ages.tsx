import type { ClaimAge } from '../../../data/overview/console-overview-query.ts'
import { formatPoints } from '../../../lib/format.ts'
import { ageLabel, openOf } from '../figures.ts'

const STATUSES = [
  ['pending', 'Pending'],
  ['processing', 'Processing'],
  ['shipped', 'Shipped'],
] as const

/** Open claims by how long ago they were made and how far they are: a table, with a bar in each row. */
export function ClaimAges({ ages }: { ages: readonly ClaimAge[] }) {
  const most = Math.max(1, ...ages.map(openOf))
  if (ages.every((age) => openOf(age) === 0)) return <p className="ov-none">No claim is waiting.</p>
  return (
    <table className="ov-ages">
      <thead>
        <tr>
          <th scope="col">Claimed</th>
          {STATUSES.map(([status, label]) => (
            <th key={status} scope="col">
              <i className={`ov-dot ${status}`} aria-hidden="true" />
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {ages.map((age) => (
          <tr key={age.from_day} className={openOf(age) === 0 ? 'none' : undefined}>
            <th scope="row">
              {ageLabel(age)}
              <span className="vh"> ago</span>
              <span className="ov-track" aria-hidden="true">
                {STATUSES.map(
                  ([status]) =>
                    age[status] > 0 && (
                      <i key={status} className={status} style={{ inlineSize: `${(age[status] / most) * 100}%` }} />
                    ),
                )}
              </span>
            </th>
            {STATUSES.map(([status]) => (
              <td key={status} className="num">
                {formatPoints(age[status])}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
