import type { KindPoints } from '../../../data/overview/console-overview-query.ts'
import { formatPoints } from '../../../lib/format.ts'
import * as bars from '../bars.module.css'
import { kindRows } from '../figures.ts'
import * as styles from '../overview.module.css'

/** Points given by kind, as bars on one scale; points that admins took are shown beside them. */
export function KindBars({ points }: { points: readonly KindPoints[] }) {
  const rows = kindRows(points)
  if (rows.length === 0) return <p className={styles.nothing}>No points given in the last 30 days.</p>
  const most = Math.max(1, ...rows.map(({ given }) => given))
  return (
    <ul className={styles.rows}>
      {rows.map(({ kind, label, given, taken }) => (
        <li key={kind}>
          <span className={styles.name}>{label}</span>
          <span className="figure">
            {formatPoints(given)}
            {taken > 0 && <small> {formatPoints(-taken)}</small>}
          </span>
          <span className={bars.track} aria-hidden="true">
            <i className={bars.given} style={{ inlineSize: `${(given / most) * 100}%` }} />
          </span>
        </li>
      ))}
    </ul>
  )
}
