import { useState } from 'react'
import type { CatchBest } from '../../../../../contract/src/column-types.ts'
import { VARIETY_NAME } from '../../../components/catch/varieties.ts'
import { WeightFigure } from '../../../components/catch/weight-figure.tsx'
import { Segmented } from '../../../components/ui/segmented.tsx'
import { formatMonth, formatWholeDay, today } from '../../../lib/day.ts'
import { formatGrams } from '../../../lib/grams.ts'
import { joinClasses } from '../../../lib/join-classes.ts'
import type { WeightUnit } from '../../../lib/weight.ts'
import { bestLine } from '../best-line.ts'
import * as styles from '../chart.module.css'
import { EveryCatch } from './every-catch.tsx'
import { WeightChart } from './weight-chart.tsx'

export interface BestPanelProps {
  /** The personal bests in the order of their days; at least one. */
  steps: readonly CatchBest[]
  unit: WeightUnit
  memberId: string
  /** Of all catches that the viewer may see. */
  count: number
}

type View = 'best' | 'every'
const VIEWS = [
  { value: 'best', label: 'Best' },
  { value: 'every', label: 'Every catch' },
] as const

/** The personal best, and how it grew: as a drawing, and as a table for those who want the numbers. */
export function BestPanel({ steps, unit, memberId, count }: BestPanelProps) {
  const [chosen, setChosen] = useState<View>('best')
  // A single catch has nothing to choose.
  const view = count > 1 ? chosen : 'best'
  const best = steps.at(-1)
  if (!best) return null
  return (
    <section className={`card deep on-deep ${styles.panel}`} aria-labelledby="personal-best">
      <div className={styles.head}>
        <div>
          <h2 id="personal-best" className={styles.eyebrow}>
            Personal best
          </h2>
          <WeightFigure grams={best.grams} unit={unit} className={`figure-xl ${styles.weight}`} />
          <p className={styles.facts}>
            {VARIETY_NAME[best.variety]}, {formatWholeDay(best.caught_on)}
          </p>
        </div>
        {count > 1 && (
          <Segmented
            label="What the chart shows"
            role="radiogroup"
            options={VIEWS}
            value={chosen}
            onChange={setChosen}
          />
        )}
      </div>
      {view === 'best' ? <BestChart steps={steps} unit={unit} /> : <EveryCatch memberId={memberId} unit={unit} />}
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

function BestChart({ steps, unit }: Pick<BestPanelProps, 'steps' | 'unit'>) {
  const { axis, spots, path } = bestLine(steps, today(), unit)
  const [first, last] = [steps[0], steps.at(-1)]
  if (!first || !last) return null
  const grew =
    steps.length === 1
      ? `${formatGrams(last.grams, unit)} since ${formatMonth(last.caught_on)}`
      : `from ${formatGrams(first.grams, unit)} in ${formatMonth(first.caught_on)} to ${formatGrams(last.grams, unit)} in ${formatMonth(last.caught_on)}, in ${steps.length} steps`
  return (
    <WeightChart label={`Personal best over time: ${grew}`} axis={axis} unit={unit} from={formatMonth(first.caught_on)}>
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
    </WeightChart>
  )
}
