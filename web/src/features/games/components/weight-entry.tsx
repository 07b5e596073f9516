import { type FormEvent, useId, useRef, useState } from 'react'
import { WeightReadout } from '../../../components/game/weight-readout.tsx'
import { Button } from '../../../components/ui/button.tsx'
import type { Game } from '../../../data/games/game.ts'
import { parseWeight } from '../../../lib/weight.ts'
import { useEntry } from '../use-entry.ts'
import { EntryFailure } from './entry-failure.tsx'
import { FieldError } from './field-error.tsx'

/** Types or steps a weight on the deep panel and submits it. */
export function WeightEntry({ game, userId }: { game: Game; userId: string }) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const { draft, change, send, busy, failure, dismissFailure } = useEntry(game, userId, 'submitGuess')
  const [error, setError] = useState<string>()

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const typed = parseWeight(draft, game.unit)
    if (typed.ok && typed.value !== null) return void send({ weight: typed.value })
    setError(typed.ok ? 'Please enter a weight' : typed.reason)
    input.current?.focus()
  }
  return (
    <form className="stack" onSubmit={submit} aria-label={game.title} noValidate>
      <WeightReadout
        value={draft}
        unit={game.unit}
        onChange={(text) => {
          setError(undefined)
          change(text)
        }}
        readOnly={busy}
        invalid={error !== undefined}
        describedBy={`${id}-error`}
        inputRef={input}
      />
      <FieldError id={`${id}-error`} text={error} />
      <EntryFailure failure={failure} onDismiss={dismissFailure} />
      <Button type="submit" variant="tip" block busy={busy}>
        Submit Guess
      </Button>
    </form>
  )
}
