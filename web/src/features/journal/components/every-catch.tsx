import { useQuery } from '@tanstack/react-query'
import { Button } from '../../../components/ui/button.tsx'
import { MOST_WEIGHTS, weightsQuery } from '../../../data/catches/weights-query.ts'
import { formatMonth, today } from '../../../lib/day.ts'
import { formatGrams } from '../../../lib/grams.ts'
import { joinClasses } from '../../../lib/join-classes.ts'
import type { WeightUnit } from '../../../lib/weight.ts'
import { weightPlot } from '../best-line.ts'
import * as styles from '../chart.module.css'
import { WeightChart } from './weight-chart.tsx'

/** Each catch of a journal as a point, the heaviest larger. Their numbers are in the list of catches. */
export function EveryCatch({ memberId, unit }: { memberId: string; unit: WeightUnit }) {
  const { data, isFetching, refetch } = useQuery(weightsQuery(memberId))
  const [first] = data ?? []
  if (!data || !first)
    return (
      <div className={styles.absent} aria-busy={isFetching}>
        {isFetching ? (
          <p role="status">Loading catches…</p>
        ) : data ? (
          <p>No catches to show.</p>
        ) : (
          <>
            <p role="alert">The catches did not load.</p>
            <Button variant="ghost" onClick={() => void refetch()}>
              Try again
            </Button>
          </>
        )}
      </div>
    )
  const heaviest = Math.max(...data.map(({ grams }) => grams))
  // Of equal ones the earliest, as in the list of bests.
  const best = data.findIndex(({ grams }) => grams === heaviest)
  const { axis, spots } = weightPlot(data, today(), unit)
  const isCut = data.length === MOST_WEIGHTS
  const count = isCut ? `The latest ${MOST_WEIGHTS} catches` : data.length === 1 ? '1 catch' : `${data.length} catches`
  return (
    <>
      <WeightChart
        label={`${count} since ${formatMonth(first.caught_on)}; the heaviest ${formatGrams(heaviest, unit)}`}
        axis={axis}
        unit={unit}
        from={formatMonth(first.caught_on)}
      >
        {spots.map(({ x, y }, index) => (
          <i
            // biome-ignore lint/suspicious/noArrayIndexKey: points have no state, and catches may be equal.
            key={index}
            className={joinClasses(styles.spot, index === best && styles.latest)}
            style={{ left: `${x}%`, top: `${y}%` }}
          />
        ))}
      </WeightChart>
      {isCut && <p className={styles.facts}>The latest {MOST_WEIGHTS} catches.</p>}
    </>
  )
}
