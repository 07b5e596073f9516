import { type FormEvent, useId, useRef, useState } from 'react'
import { SwimBoard } from '../../../components/board/swim-board.tsx'
import { Button } from '../../../components/ui/button.tsx'
import type { Game } from '../../../data/games/game.ts'
import { useEntry } from '../use-entry.ts'
import { EntryFailure } from './entry-failure.tsx'
import { FieldError } from './field-error.tsx'

/** Chooses one square of the lake and submits it. */
export function SwimEntry({ game, userId, priority }: { game: Game; userId: string; priority: boolean }) {
  const id = useId()
  const board = useRef<HTMLDivElement>(null)
  const { draft, change, send, busy, failure, dismissFailure } = useEntry(game, userId, 'submitSquare')
  const [error, setError] = useState<string>()
  const chosen = /^([1-9]\d?|100)$/.test(draft) ? Number(draft) : null

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (chosen !== null) return void send({ square: chosen })
    setError('Please select a square')
    board.current?.focus()
  }
  return (
    <form onSubmit={submit} aria-label={game.title} noValidate>
      <SwimBoard
        priority={priority}
        boardRef={board}
        photoUrl={game.imageUrl ?? ''}
        value={chosen}
        onChange={(square) => {
          if (busy) return
          setError(undefined)
          change(`${square}`)
        }}
      >
        <Button type="submit" variant="tip" busy={busy} aria-describedby={id}>
          Submit Square
        </Button>
      </SwimBoard>
      <div className="game-notes">
        <EntryFailure failure={failure} onDismiss={dismissFailure} />
        <FieldError id={id} text={error} />
      </div>
    </form>
  )
}
