import Globe from 'lucide-react/icons/globe'
import Lock from 'lucide-react/icons/lock'
import ShieldCheck from 'lucide-react/icons/shield-check'
import TrendingUp from 'lucide-react/icons/trending-up'
import Users from 'lucide-react/icons/users'
import type { ReactNode } from 'react'
import type { CatchVisibility, RecordState } from '../../../../../contract/src/column-types.ts'
import { FishDrawing } from '../../../components/catch/fish-drawing.tsx'
import { VARIETY_NAME, varietyNoun } from '../../../components/catch/varieties.ts'
import { WeightFigure } from '../../../components/catch/weight-figure.tsx'
import { Pill } from '../../../components/ui/pill.tsx'
import type { Catch } from '../../../data/catches/pages-query.ts'
import { formatCaughtDay } from '../../../lib/day.ts'
import type { WeightUnit } from '../../../lib/weight.ts'
import * as styles from '../journal.module.css'
import { RECORD_LABEL } from '../record-words.ts'
import { VISIBILITY_NAME } from '../words.ts'
import { CatchPhoto } from './catch-photo.tsx'

const ICONS = { me: Lock, connections: Users, members: Globe }

export interface CatchRowProps {
  one: Pick<Catch, 'grams' | 'variety' | 'caught_on' | 'photo_path' | 'visibility' | 'is_best'>
  unit: WeightUnit
  /** The heaviest of all varieties. */
  isHeaviest: boolean
  /** That it waits on this device, in place of what it is among the others. */
  state?: ReactNode
  /** Where it stands for the club records, in the angler's own journal. */
  record?: RecordState | undefined
  onOpen: () => void
}

/** A catch in the list; it opens the catch. */
export function CatchRow({ one, unit, isHeaviest, state, record, onOpen }: CatchRowProps) {
  return (
    <button type="button" className={styles.entry} aria-haspopup="dialog" onClick={onOpen}>
      <span className={styles.thumb}>
        {one.photo_path === null ? (
          <FishDrawing variety={one.variety} className={styles.fish} />
        ) : (
          <CatchPhoto path={one.photo_path} alt="" size="row" width={72} height={72} />
        )}
      </span>
      <span className={styles.what}>
        <WeightFigure grams={one.grams} unit={unit} />
        <span className={styles.when}>
          {VARIETY_NAME[one.variety]}, {formatCaughtDay(one.caught_on)}
        </span>
        {state}
        {!state && one.is_best && (
          <Pill tone="tip" icon={<TrendingUp className="icon" aria-hidden="true" />}>
            {isHeaviest ? 'Personal best' : `Best ${varietyNoun(one.variety)}`}
          </Pill>
        )}
        {record && (
          <Pill
            tone={record === 'verified' ? 'ok' : record === 'declined' ? 'warn' : 'grey'}
            icon={<ShieldCheck className="icon" aria-hidden="true" />}
          >
            {RECORD_LABEL[record]}
          </Pill>
        )}
      </span>
      {one.visibility && <Visibility of={one.visibility} />}
    </button>
  )
}

function Visibility({ of }: { of: CatchVisibility }) {
  const Icon = ICONS[of]
  return (
    <span className={styles.visibility}>
      <Icon className="icon" aria-hidden="true" />
      <span>{VISIBILITY_NAME[of]}</span>
    </span>
  )
}
