import type { KeyboardEvent } from 'react'
import { gameTypeName } from '../../../components/game/game-type.tsx'
import type { GameType } from '../../../data/games/game.ts'
import { TYPE_ART } from '../type-art.ts'
import * as styles from './type-cards.module.css'

const CHOICES = [
  { type: 'guess_weight', text: 'Closest guess wins' },
  { type: 'carp_of_week', text: 'Photo entries, three places' },
  { type: 'pick_swim', text: '100 squares, everyone on the right one wins' },
] as const satisfies readonly { type: GameType; text: string }[]

const STEP: Record<string, -1 | 1 | undefined> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }

/** Choice of the three types of games; a single tab stop, arrows move and choose. */
export function TypeCards({ value, onChange }: { value: GameType | undefined; onChange: (type: GameType) => void }) {
  const at = CHOICES.findIndex(({ type }) => type === value)
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const step = STEP[event.key]
    const next = step && CHOICES[(Math.max(at, 0) + step + CHOICES.length) % CHOICES.length]
    if (!next) return
    event.preventDefault()
    onChange(next.type)
    event.currentTarget.querySelector<HTMLElement>(`[data-type="${next.type}"]`)?.focus()
  }
  return (
    <div className={styles.typeCards} {...{ role: 'radiogroup', 'aria-label': 'Game type', onKeyDown }}>
      {CHOICES.map(({ type, text }, index) => (
        <button
          key={type}
          type="button"
          className={styles.typeCard}
          {...{ role: 'radio', 'aria-checked': type === value }}
          tabIndex={index === Math.max(at, 0) ? 0 : -1}
          data-type={type}
          onClick={() => onChange(type)}
        >
          <span className="media">
            <img src={TYPE_ART[type]} alt="" width={84} height={84} />
          </span>
          <span>
            <span className="heading-3">{gameTypeName(type)}</span>
            <span className={`muted ${styles.typeText}`}>{text}</span>
          </span>
        </button>
      ))}
    </div>
  )
}
