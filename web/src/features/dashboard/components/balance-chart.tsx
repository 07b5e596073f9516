import { useId } from 'react'
import type { PointsChange } from '../../../data/dashboard/figures-query.ts'
import { formatCount, formatPoints } from '../../../lib/format.ts'
import { balanceLine, curveThrough, scaleAround, spotsOf } from '../balance-line.ts'
import { shortDay } from '../short-day.ts'

export interface BalanceChartProps {
  points: number
  /** The latest changes, newest first; at least one. */
  history: readonly PointsChange[]
}

/** How the balance came about. The Points History is the same in words. */
export function BalanceChart({ points, history }: BalanceChartProps) {
  const gradient = useId()
  const line = balanceLine(
    points,
    history.map(({ change, createdAt }) => ({ change, createdAt })),
  )
  const balances = line.map((point) => point.balance)
  const scale = scaleAround(balances)
  const spots = spotsOf(balances, scale)
  const curve = curveThrough(spots)
  const labels = line.map((point) => (point.at === undefined ? 'Before' : shortDay(point.at, new Date())))
  const last = line.length - 1
  const span = history.length === 1 ? 'the last change' : `the last ${formatCount(history.length, 'change')}`
  return (
    <>
      <div
        className="chart"
        role="img"
        aria-label={`Points balance over ${span}, from ${formatPoints(balances[0] ?? 0)} to ${formatPoints(points)}`}
      >
        {[scale.bottom, scale.middle, scale.top].map((value, index) => (
          <div key={value} className="gl" style={{ top: `${100 - 50 * index}%` }}>
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
          <path className="line" d={curve} />
        </svg>
        {spots.map(({ x, y }, index) =>
          // The balance before is no event, so it has no dot.
          index === 0 ? null : (
            <span key={x} className={index === last ? 'pt last' : 'pt'} style={{ left: `${x}%`, top: `${y}%` }} />
          ),
        )}
      </div>
      <div className="chart-x" aria-hidden="true">
        {spots.map(({ x }, index) => (
          <span key={x} style={{ left: `${x}%` }}>
            {labels[index] === labels[index - 1] ? '' : labels[index]}
          </span>
        ))}
      </div>
    </>
  )
}
