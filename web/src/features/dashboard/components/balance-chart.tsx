import { useId } from 'react'
import type { PointsChange } from '../../../data/dashboard/figures-query.ts'
import { formatPoints } from '../../../lib/format.ts'
import { joinClasses } from '../../../lib/join-classes.ts'
import * as styles from '../balance-chart.module.css'
import { balanceLine, curveThrough, pointsOfLine, scaleAround, spanOf } from '../balance-line.ts'
import { shortDay } from '../short-day.ts'

export interface BalanceChartProps {
  points: number
  /** The latest changes, newest first; at least one. */
  history: readonly PointsChange[]
}

/** A chart of the latest balances. The Points History gives the same data as text. */
export function BalanceChart({ points, history }: BalanceChartProps) {
  const gradient = useId()
  const line = balanceLine(
    points,
    history.map(({ change, createdAt }) => ({ change, createdAt })),
  )
  const balances = line.map((point) => point.balance)
  const scale = scaleAround(balances)
  const spots = pointsOfLine(balances, scale)
  const curve = curveThrough(spots)
  const labels = line.map((point) => (point.at === undefined ? 'Earlier' : shortDay(point.at, new Date())))
  const last = line.length - 1
  return (
    <>
      <div
        className={styles.chart}
        role="img"
        aria-label={`Points balance over ${spanOf(history.length)}, from ${formatPoints(balances[0] ?? 0)} to ${formatPoints(points)}`}
      >
        {[scale.bottom, scale.middle, scale.top].map((value, index) => (
          <div key={value} className={styles.gridline} style={{ top: `${100 - 50 * index}%` }}>
            {index > 0 && <span>{formatPoints(value)}</span>}
          </div>
        ))}
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
          <defs>
            <linearGradient id={gradient} x1="0" y1="0" x2="0" y2="1">
              <stop offset="0" stopOpacity=".34" />
              <stop offset="1" stopOpacity="0" />
            </linearGradient>
          </defs>
          <path d={`${curve}L98 100L2 100Z`} fill={`url(#${gradient})`} />
          <path className={styles.curve} d={curve} />
        </svg>
        {spots.map(({ x, y }, index) =>
          // The balance before the first change is not an event, so it has no dot.
          index === 0 ? null : (
            <span
              key={x}
              className={joinClasses(styles.point, index === last && styles.latest)}
              style={{ left: `${x}%`, top: `${y}%` }}
            />
          ),
        )}
      </div>
      <div className={styles.days} aria-hidden="true">
        {spots.map(({ x }, index) => (
          <span key={x} style={{ left: `${x}%` }}>
            {labels[index] === labels[index - 1] ? '' : labels[index]}
          </span>
        ))}
      </div>
    </>
  )
}
