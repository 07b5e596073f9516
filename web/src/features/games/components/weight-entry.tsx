import Minus from 'lucide-react/icons/minus'
import Plus from 'lucide-react/icons/plus'
import { type FormEvent, type KeyboardEvent, useId, useRef, useState } from 'react'
import { WEIGHT } from '../../../../../contract/src/limits.ts'
import { Button } from '../../../components/ui/button.tsx'
import { IconButton } from '../../../components/ui/icon-button.tsx'
import type { Game } from '../../../data/games/game.ts'
import { parseWeight } from '../../../lib/weight.ts'
import { useEntry } from '../use-entry.ts'
import { EntryFailure } from './entry-failure.tsx'
import { FieldError } from './field-error.tsx'
import { Ruler } from './ruler.tsx'

/** Types or steps a weight on the deep panel and submits it. */
export function WeightEntry({ game, userId }: { game: Game; userId: string }) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const { draft, change, send, busy, failure, dismissFailure } = useEntry(game, userId, 'submitGuess')
  const [error, setError] = useState<string>()
  const { step, max } = WEIGHT[game.unit]
  const typed = parseWeight(draft, game.unit)
  const weight = typed.ok ? (typed.value ?? 0) : 0

  const edit = (text: string) => {
    setError(undefined)
    change(text)
  }
  const stepBy = (steps: number) => {
    if (busy) return
    const next = Math.min(max, Math.max(0, weight + steps * step))
    edit(`${Number(next.toFixed(2))}`)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
    event.preventDefault()
    stepBy(event.key === 'ArrowUp' ? 1 : -1)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (typed.ok && typed.value !== null) return void send({ weight: typed.value })
    setError(typed.ok ? 'Please enter a weight' : typed.reason)
    input.current?.focus()
  }
  return (
    <form className="stack" onSubmit={submit} aria-label={game.title} noValidate>
      <div className="readout on-deep">
        <div className="readout-top">
          <IconButton
            label={`Decrease by ${step}`}
            icon={<Minus className="i" aria-hidden="true" />}
            onClick={() => stepBy(-1)}
          />
          <div className="readout-value">
            <input
              ref={input}
              aria-label={`Weight in ${game.unit}`}
              aria-invalid={error !== undefined}
              aria-describedby={`${id}-error`}
              inputMode="decimal"
              autoComplete="off"
              placeholder="0"
              maxLength={8}
              value={draft}
              readOnly={busy}
              onChange={(event) => edit(event.target.value)}
              onKeyDown={onKeyDown}
            />
            <span aria-hidden="true">{game.unit}</span>
          </div>
          <IconButton
            label={`Increase by ${step}`}
            icon={<Plus className="i" aria-hidden="true" />}
            onClick={() => stepBy(1)}
          />
        </div>
        <Ruler steps={Math.round(weight / step)} />
      </div>
      <FieldError id={`${id}-error`} text={error} />
      <EntryFailure failure={failure} onDismiss={dismissFailure} />
      <Button type="submit" variant="tip" block busy={busy}>
        Submit Guess
      </Button>
    </form>
  )
}
