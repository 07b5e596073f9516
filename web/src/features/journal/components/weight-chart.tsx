import type { ReactNode } from 'react'
import { formatGrams } from '../../../lib/grams.ts'
import type { WeightUnit } from '../../../lib/weight.ts'
import * as styles from '../chart.module.css'

export interface WeightChartProps {
  /** What the drawing shows, in words. */
  label: string
  /** Weights of the horizontal lines in grams, from the bottom. */
  axis: readonly number[]
  unit: WeightUnit
  /** The left end of the time axis; the right one is today. */
  from: string
  /** What is drawn over the lines. */
  children: ReactNode
}

/** Weights over time: three horizontal lines with their weights, and the time below. */
export function WeightChart({ label, axis, unit, from, children }: WeightChartProps) {
  return (
    <>
      <div className={styles.chart} role="img" aria-label={label}>
        {axis.map((grams, index) => (
          <div key={grams} className={styles.gridline} style={{ top: `${100 - 50 * index}%` }}>
            {/* The line begins near the lowest. */}
            {index > 0 && <span>{formatGrams(grams, unit)}</span>}
          </div>
        ))}
        {children}
      </div>
      <div className={styles.months} aria-hidden="true">
        <span>{from}</span>
        <span>Today</span>
      </div>
    </>
  )
}
