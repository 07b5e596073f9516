import type { CatchVariety } from '../../../../../contract/src/column-types.ts'
import { FishDrawing } from '../../../components/catch/fish-drawing.tsx'
import { VARIETY_NAME } from '../../../components/catch/varieties.ts'
import { WeightFigure } from '../../../components/catch/weight-figure.tsx'
import { MemberAvatar } from '../../../components/member/member-avatar.tsx'
import { MemberLink } from '../../../components/member/member-link.tsx'
import { SharePicture } from '../../../components/share/share-picture.tsx'
import { ButtonLink } from '../../../components/ui/button-link.tsx'
import { Card } from '../../../components/ui/card.tsx'
import { ownPicture } from '../../../data/pictures/own-picture.ts'
import { useUserId } from '../../../hooks/use-session.ts'
import { formatWholeDay } from '../../../lib/day.ts'
import { formatGrams } from '../../../lib/grams.ts'
import type { WeightUnit } from '../../../lib/weight.ts'
import { absentText, type RecordPeriod } from '../record-text.ts'
import * as styles from '../records.module.css'
import type { ShownRecord } from '../shown-board.ts'
import { RecordPhoto } from './record-photo.tsx'
import { Verified } from './verified.tsx'

export interface VarietyCardProps {
  variety: CatchVariety
  /** The record; undefined when no catch of the variety is verified. */
  holder: ShownRecord | undefined
  /** Weight of the variety's record of all time. */
  ever: number | undefined
  period: RecordPeriod
  unit: WeightUnit
}

/** The record of a variety, or what there is instead. */
export function VarietyCard({ variety, holder, ever, period, unit }: VarietyCardProps) {
  const userId = useUserId()
  const name = VARIETY_NAME[variety]
  return (
    <Card as="article" className={styles.variety}>
      <div className={styles.picture}>
        {holder?.photo_path ? (
          <RecordPhoto path={holder.photo_path} alt={`${name}, ${formatGrams(holder.grams, unit)}`} />
        ) : (
          <FishDrawing variety={variety} className={styles.outline} />
        )}
      </div>
      <div className={styles.text}>
        <div className={styles.title}>
          <h3>{name}</h3>
          {holder && <Verified />}
        </div>
        {holder ? (
          <>
            <WeightFigure grams={holder.grams} unit={unit} className={styles.weight} />
            <div className={styles.angler}>
              <MemberAvatar
                id={holder.user_id ?? holder.username}
                name={holder.username}
                src={holder.avatar_url}
                size={44}
              />
              <div>
                <MemberLink username={holder.username} className="strong" />
                <p className="small quiet">{formatWholeDay(holder.caught_on)}</p>
              </div>
            </div>
            {userId !== undefined && holder.user_id === userId && holder.catch_id !== undefined && (
              <SharePicture
                make={ownPicture(userId, { kind: 'record', catchId: holder.catch_id })}
                fileName={`club-record-${variety}`}
                title="Club record"
                of={`of your record: ${name}`}
              />
            )}
          </>
        ) : (
          <>
            <p className="muted">{absentText(variety, ever, unit, period)}</p>
            {userId !== undefined && (
              <ButtonLink to="/journal" variant="line" aria-label={`Log a catch: ${name}`}>
                Log a catch
              </ButtonLink>
            )}
          </>
        )}
      </div>
    </Card>
  )
}
