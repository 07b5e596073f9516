import { poundsAndOunces } from '../../lib/grams.ts'
import { joinClasses } from '../../lib/join-classes.ts'
import { formatPoints } from '../../lib/numbers.ts'
import type { WeightUnit } from '../../lib/weight.ts'
import * as styles from './weight-figure.module.css'

export interface WeightFigureProps {
  grams: number
  unit: WeightUnit
  className?: string | undefined
}

/** A weight in large numbers with small units: `32 lb 8 oz`, `14.74 kg`. */
export function WeightFigure({ grams, unit, className }: WeightFigureProps) {
  const { pounds, ounces } = poundsAndOunces(grams)
  return (
    <span className={joinClasses('figure', styles.figure, className)}>
      {unit === 'kg' ? (
        <>
          {(Math.round(grams / 10) / 100).toFixed(2)}
          <small> kg</small>
        </>
      ) : (
        <>
          {formatPoints(pounds)}
          <small> lb</small> {ounces}
          <small> oz</small>
        </>
      )}
    </span>
  )
}
