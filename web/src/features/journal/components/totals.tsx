import { FishDrawing } from '../../../components/catch/fish-drawing.tsx'
import { VARIETY_NAME } from '../../../components/catch/varieties.ts'
import { ButtonLink } from '../../../components/ui/button-link.tsx'
import { Card } from '../../../components/ui/card.tsx'
import type { JournalSummary } from '../../../data/catches/summary-query.ts'
import { formatCaughtDay } from '../../../lib/day.ts'
import { formatGrams } from '../../../lib/grams.ts'
import { formatPoints } from '../../../lib/numbers.ts'
import type { WeightUnit } from '../../../lib/weight.ts'
import * as styles from '../journal.module.css'

export interface TotalsProps {
  summary: JournalSummary
  unit: WeightUnit
}

/** The sums of the season and of all time. */
export function Totals({ summary, unit }: TotalsProps) {
  const rows = [
    { label: `Season ${summary.season}`, count: summary.season_count, grams: summary.season_grams },
    { label: 'All time', count: summary.catch_count, grams: summary.total_grams },
  ]
  return (
    <Card as="section" pad aria-labelledby="totals">
      <h2 id="totals">In numbers</h2>
      <table className={styles.totals}>
        <thead>
          <tr>
            <td />
            <th scope="col">Catches</th>
            <th scope="col">Total</th>
            <th scope="col">Average</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ label, count, grams }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td>{formatPoints(count)}</td>
              <td>{formatGrams(grams, unit)}</td>
              <td>{count > 0 ? formatGrams(grams / count, unit) : '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  )
}

/** The heaviest of each variety. */
export function Bests({ summary, unit }: TotalsProps) {
  return (
    <Card as="section" pad aria-labelledby="bests">
      <h2 id="bests">Best of each variety</h2>
      <ul className={styles.bests}>
        {summary.bests.map((best) => (
          <li key={best.id}>
            <FishDrawing variety={best.variety} className={styles.fish} />
            <span>
              {VARIETY_NAME[best.variety]}
              <span className="small quiet">{formatCaughtDay(best.caught_on)}</span>
            </span>
            <span className="figure">{formatGrams(best.grams, unit)}</span>
          </li>
        ))}
      </ul>
      <ButtonLink to="/records" variant="line" className={styles.toRecords ?? ''}>
        Club records
      </ButtonLink>
    </Card>
  )
}
