import { VARIETY_NAME } from '../../../components/catch/varieties.ts'
import { WeightFigure } from '../../../components/catch/weight-figure.tsx'
import { MemberAvatar } from '../../../components/member/member-avatar.tsx'
import { MemberLink } from '../../../components/member/member-link.tsx'
import { Card } from '../../../components/ui/card.tsx'
import { Peg, placeTone } from '../../../components/ui/peg.tsx'
import type { WeightUnit } from '../../../lib/weight.ts'
import type { RecordPeriod } from '../record-text.ts'
import * as styles from '../records.module.css'
import type { ShownRecord } from '../shown-board.ts'

export interface TopFiveProps {
  top: readonly ShownRecord[]
  period: RecordPeriod
  unit: WeightUnit
}

/** The heaviest five of all varieties; nothing without any. */
export function TopFive({ top, period, unit }: TopFiveProps) {
  if (top.length === 0) return null
  return (
    <Card as="section" pad aria-labelledby="top-five">
      <h2 id="top-five">{period === 'all' ? 'All-time top five' : 'Season top five'}, any variety</h2>
      <ol className={styles.topFive}>
        {top.map((one, index) => (
          <li key={one.catch_id ?? index}>
            <Peg value={index + 1} tone={placeTone(index + 1)} what="Place" />
            <MemberAvatar id={one.user_id ?? one.username} name={one.username} src={one.avatar_url} size={44} />
            <div>
              <MemberLink username={one.username} className="strong" />
              <p className="small quiet">{VARIETY_NAME[one.variety]}</p>
            </div>
            <WeightFigure grams={one.grams} unit={unit} />
          </li>
        ))}
      </ol>
    </Card>
  )
}
