import clsx from 'clsx'
import type { KeyboardEvent } from 'react'

export interface PlaceRadiosProps {
  /** Whose entry it is. */
  name: string
  place: number | null
  /** The place chosen; null when the chosen one is pressed again. */
  onChoose: (place: number | null) => void
}

const PLACES = [1, 2, 3] as const
const STEP: Record<string, -1 | 1 | undefined> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }

/** The pegs 1 to 3; one tab stop, arrows move, a press gives the place or takes it back. */
export function PlaceRadios({ name, place, onChoose }: PlaceRadiosProps) {
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const step = STEP[event.key]
    if (!step) return
    event.preventDefault()
    const pegs = [...event.currentTarget.querySelectorAll('button')]
    const at = pegs.indexOf(document.activeElement as HTMLButtonElement)
    pegs[(at + step + pegs.length) % pegs.length]?.focus()
  }
  return (
    <span className="places" {...{ role: 'radiogroup', 'aria-label': `Place of ${name}`, onKeyDown }}>
      {PLACES.map((number) => {
        const chosen = place === number
        return (
          <button
            key={number}
            type="button"
            className={clsx('peg', chosen && `peg-${number}`)}
            {...{ role: 'radio', 'aria-checked': chosen }}
            aria-label={`Place ${number}`}
            tabIndex={chosen || (place === null && number === 1) ? 0 : -1}
            onClick={() => onChoose(chosen ? null : number)}
          >
            {number}
          </button>
        )
      })}
    </span>
  )
}
