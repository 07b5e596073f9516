import type { CatchBest } from '../../../../../contract/src/column-types.ts'
import { VARIETY_NAME } from '../../../components/catch/varieties.ts'
import { WeightFigure } from '../../../components/catch/weight-figure.tsx'
import { formatMonth, formatWholeDay, today } from '../../../lib/day.ts'
import { formatGrams } from '../../../lib/grams.ts'
import { joinClasses } from '../../../lib/join-classes.ts'
import type { WeightUnit } from '../../../lib/weight.ts'
import { bestLine } from '../best-line.ts'
import * as styles from '../chart.module.css'

export interface BestPanelProps {
  /** The personal bests in the order of their days; at least one. */
  steps: readonly CatchBest[]
  unit: WeightUnit
}

/** The personal best, and how it grew: as a drawing, and as a table for those who want the numbers. */
export function BestPanel({ steps, unit }: BestPanelProps) {
  const best = steps.at(-1)
  if (!best) return null
  return (
    <section className={`card deep on-deep ${styles.panel}`} aria-labelledby="personal-best">
      <h2 id="personal-best" className={styles.eyebrow}>
        Personal best
      </h2>
      <WeightFigure grams={best.grams} unit={unit} className={`figure-xl ${styles.weight}`} />
      <p className={styles.facts}>
        {VARIETY_NAME[best.variety]}, {formatWholeDay(best.caught_on)}
      </p>
      <Chart steps={steps} unit={unit} />
      <details className={styles.table}>
        <summary>All personal bests</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">Day</th>
              <th scope="col">Weight</th>
              <th scope="col">Variety</th>
            </tr>
          </thead>
          <tbody>
            {steps.toReversed().map((step) => (
              <tr key={step.id}>
                <td>{formatWholeDay(step.caught_on)}</td>
                <td>{formatGrams(step.grams, unit)}</td>
                <td>{VARIETY_NAME[step.variety]}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </section>
  )
}

function Chart({ steps, unit }: BestPanelProps) {
  const { axis, spots, path } = bestLine(steps, today(), unit)
  const [first, last] = [steps[0], steps.at(-1)]
  if (!first || !last) return null
  const grew =
    steps.length === 1
      ? `${formatGrams(last.grams, unit)} since ${formatMonth(last.caught_on)}`
      : `from ${formatGrams(first.grams, unit)} in ${formatMonth(first.caught_on)} to ${formatGrams(last.grams, unit)} in ${formatMonth(last.caught_on)}, in ${steps.length} steps`
  return (
    <>
      <div className={styles.chart} role="img" aria-label={`Personal best over time: ${grew}`}>
        {axis.map((grams, index) => (
          <div key={grams} className={styles.gridline} style={{ top: `${100 - 50 * index}%` }}>
            {/* The line begins near the lowest. */}
            {index > 0 && <span>{formatGrams(grams, unit)}</span>}
          </div>
        ))}
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
          <path className={styles.area} d={`${path}V100H2Z`} />
          <path className={styles.line} d={path} />
        </svg>
        {spots.map(({ x, y }, index) => (
          <i
            key={steps[index]?.id}
            className={joinClasses(styles.point, index === spots.length - 1 && styles.latest)}
            style={{ left: `${x}%`, top: `${y}%` }}
          />
        ))}
      </div>
      <div className={styles.months} aria-hidden="true">
        <span>{formatMonth(first.caught_on)}</span>
        <span>Today</span>
      </div>
    </>
  )
}
