import type { KeyboardEvent } from 'react'
import { gameTypeName } from '../../../components/game/game-type.tsx'
import type { GameType } from '../../../data/games/game.ts'
import { TYPE_ART } from '../type-art.ts'

const CHOICES = [
  { type: 'guess_weight', words: 'Closest guess wins' },
  { type: 'carp_of_week', words: 'Photo entries, three places' },
  { type: 'pick_swim', words: '100 squares, one winner' },
] as const satisfies readonly { type: GameType; words: string }[]

const STEP: Record<string, -1 | 1 | undefined> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }

/** Which of the three games it will be; one tab stop, arrows move and choose. */
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
    <div className="type-cards" {...{ role: 'radiogroup', 'aria-label': 'Game type', onKeyDown }}>
      {CHOICES.map(({ type, words }, index) => (
        <button
          key={type}
          type="button"
          className="type-card"
          {...{ role: 'radio', 'aria-checked': type === value }}
          tabIndex={index === Math.max(at, 0) ? 0 : -1}
          data-type={type}
          onClick={() => onChange(type)}
        >
          <span className="media">
            <img src={TYPE_ART[type]} alt="" width={84} height={84} />
          </span>
          <span>
            <span className="h3">{gameTypeName(type)}</span>
            <span className="muted type-words">{words}</span>
          </span>
        </button>
      ))}
    </div>
  )
}
