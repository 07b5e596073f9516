import { VARIETIES } from '../../../components/catch/varieties.ts'
import type { WeightUnit } from '../../../lib/weight.ts'
import type { RecordPeriod } from '../record-text.ts'
import * as styles from '../records.module.css'
import type { ShownBoard } from '../shown-board.ts'
import { Biggest } from './biggest.tsx'
import { TopFive } from './top-five.tsx'
import { VarietyCard } from './variety-card.tsx'

export interface BoardSectionsProps {
  board: ShownBoard
  period: RecordPeriod
  unit: WeightUnit
}

/** What members and guests see alike: the biggest, a card for each variety, and the heaviest five. */
export function BoardSections({ board, period, unit }: BoardSectionsProps) {
  const holders = new Map(board.holders.map((one) => [one.variety, one]))
  const ever = new Map(board.ever.map((one) => [one.variety, one.grams]))
  return (
    <>
      <Biggest board={board} period={period} unit={unit} />
      <section aria-labelledby="by-variety">
        <h2 id="by-variety" className={styles.heading}>
          By variety
        </h2>
        <div className={styles.cards}>
          {VARIETIES.map((variety) => (
            <VarietyCard
              key={variety}
              variety={variety}
              holder={holders.get(variety)}
              ever={ever.get(variety)}
              period={period}
              unit={unit}
            />
          ))}
        </div>
      </section>
      <TopFive top={board.top} period={period} unit={unit} />
    </>
  )
}
