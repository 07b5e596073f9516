import type { KindPoints } from '../../../data/overview/console-overview-query.ts'
import { formatPoints } from '../../../lib/format.ts'
import { kindRows } from '../figures.ts'

/** Points given by kind, as bars that share one scale; what admins took back stands beside. */
export function KindBars({ points }: { points: readonly KindPoints[] }) {
  const rows = kindRows(points)
  if (rows.length === 0) return <p className="ov-none">No points were given in the last 30 days.</p>
  const most = Math.max(1, ...rows.map(({ given }) => given))
  return (
    <ul className="ov-rows">
      {rows.map(({ kind, label, given, taken }) => (
        <li key={kind}>
          <span className="ov-name">{label}</span>
          <span className="num">
            {formatPoints(given)}
            {taken > 0 && <small> {formatPoints(-taken)}</small>}
          </span>
          <span className="ov-track" aria-hidden="true">
            <i className="one" style={{ inlineSize: `${(given / most) * 100}%` }} />
          </span>
        </li>
      ))}
    </ul>
  )
}
