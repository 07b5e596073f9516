import Crown from 'lucide-react/icons/crown'
import { VARIETY_NAME } from '../../../components/catch/varieties.ts'
import { WeightFigure } from '../../../components/catch/weight-figure.tsx'
import { MemberAvatar } from '../../../components/member/member-avatar.tsx'
import { MemberLink } from '../../../components/member/member-link.tsx'
import { Pill } from '../../../components/ui/pill.tsx'
import { formatWholeDay } from '../../../lib/day.ts'
import { formatGrams } from '../../../lib/grams.ts'
import { joinClasses } from '../../../lib/join-classes.ts'
import type { WeightUnit } from '../../../lib/weight.ts'
import { aboveText, type RecordPeriod } from '../record-text.ts'
import * as styles from '../records.module.css'
import type { ShownBoard } from '../shown-board.ts'
import { BiggestPhoto } from './record-photo.tsx'
import { Verified } from './verified.tsx'

export interface BiggestProps {
  board: ShownBoard
  period: RecordPeriod
  unit: WeightUnit
}

/** The heaviest verified catch of the period, on the deep panel; nothing without one. */
export function Biggest({ board, period, unit }: BiggestProps) {
  const one = board.top[0]
  if (!one) return null
  const above = aboveText(one.grams, board.best_before, unit)
  return (
    <section className={joinClasses('card deep on-deep', one.photo_path && styles.biggest)} aria-label="The biggest">
      {one.photo_path && (
        <div className={styles.photo}>
          <BiggestPhoto path={one.photo_path} alt={`${VARIETY_NAME[one.variety]}, ${formatGrams(one.grams, unit)}`} />
        </div>
      )}
      <div className={styles.facts}>
        <Pill tone="gold" icon={<Crown className="icon" aria-hidden="true" />}>
          {period === 'all' ? 'Biggest of all time' : `Biggest of season ${board.season}`}
        </Pill>
        <WeightFigure grams={one.grams} unit={unit} className="figure-xl" />
        <p className="strong">
          {VARIETY_NAME[one.variety]}, {formatWholeDay(one.caught_on)}
        </p>
        <div className={styles.angler}>
          <MemberAvatar id={one.user_id ?? one.username} name={one.username} src={one.avatar_url} size={44} />
          <div>
            <MemberLink username={one.username} className="strong" />
            {above && <p className="small muted">{above}</p>}
          </div>
        </div>
        <Verified />
      </div>
    </section>
  )
}
