import type { KeyboardEvent } from 'react'
import { joinClasses } from '../../../lib/join-classes.ts'
import * as styles from '../entries.module.css'

export interface PlaceRadiosProps {
  /** The member who made the entry. */
  name: string
  place: number | null
  /** Called with the chosen place; null when the chosen one is pressed again. */
  onChoose: (place: number | null) => void
}

const PLACES = [1, 2, 3] as const
const STEP: Record<string, -1 | 1 | undefined> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }

/** The places 1 to 3; a single tab stop, arrows move, a press gives or removes the place. */
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
    <span className={styles.places} {...{ role: 'radiogroup', 'aria-label': `Place of ${name}`, onKeyDown }}>
      {PLACES.map((number) => {
        const chosen = place === number
        return (
          <button
            key={number}
            type="button"
            className={joinClasses('plate', chosen && `plate-${number}`)}
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
