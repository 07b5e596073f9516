import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorBanner } from '../../../components/feedback/error-banner.tsx'
import { Button } from '../../../components/ui/button.tsx'
import type { ConsoleGame } from '../../../data/games/console-game.ts'
import { gameAnswerQuery } from '../../../data/games/console-game-query.ts'

/** The answer of a guessing game. Until the game is completed an admin has to request it, which is recorded. */
export function SealedAnswer({ game }: { game: ConsoleGame }) {
  const [open, setOpen] = useState(game.state === 'completed')
  const answer = useQuery({ ...gameAnswerQuery(game.id), enabled: open })
  const what = game.type === 'pick_swim' ? 'Winning square' : 'Actual weight'
  if (game.commitment === null) return <span>{what}: not set yet</span>
  if (!open) {
    return (
      <>
        <Button variant="line" size="sm" onClick={() => setOpen(true)}>
          Show {what.toLowerCase()}
        </Button>
        {game.state !== 'cancelled' && (
          <span className="quiet">Viewing the answer is recorded, and you cannot enter this game afterwards.</span>
        )}
      </>
    )
  }
  if (answer.isError)
    return <ErrorBanner action="loadGames" error={answer.error} onRetry={() => void answer.refetch()} />
  const { square, weight } = answer.data ?? { square: null, weight: null }
  return (
    <span role="status">
      {what}: <b className="strong">{square ?? (weight === null ? '' : `${weight} ${game.unit}`)}</b>
    </span>
  )
}
