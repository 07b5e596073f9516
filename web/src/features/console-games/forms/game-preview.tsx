import { useState } from 'react'
import { SwimBoard } from '../../../components/board/swim-board.tsx'
import { GameCard } from '../../../components/game/game-card.tsx'
import { WeightReadout } from '../../../components/game/weight-readout.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { DropWell } from '../../../components/ui/drop-well.tsx'
import type { GameFields } from '../../../data/games/console-game-save-mutation.ts'
import { serverNow } from '../../../lib/server-clock.ts'

/** The game as members will see it when it opens; its controls work, but nothing is sent. */
export function GamePreview({ game, prize }: { game: GameFields; prize: string | null }) {
  const [opened] = useState(() => new Date(Math.max(serverNow(), Date.parse(game.startDate))))
  const points = game.type === 'carp_of_week' ? game.placePoints : [game.winnerPoints]
  return (
    <GameCard game={{ ...game, points, prize }} now={opened} framed>
      <Play game={game} />
    </GameCard>
  )
}

function Play({ game }: { game: GameFields }) {
  const [square, setSquare] = useState<number | null>(null)
  const [weight, setWeight] = useState('')
  if (game.type === 'pick_swim') {
    return (
      <SwimBoard compact photoUrl={game.imageUrl} value={square} onChange={setSquare}>
        <Button variant="tip" disabled>
          Submit square
        </Button>
      </SwimBoard>
    )
  }
  const isWeight = game.type === 'guess_weight'
  return (
    <div className="stack">
      {isWeight ? (
        <WeightReadout value={weight} unit={game.unit} onChange={setWeight} />
      ) : (
        <DropWell dragging={false} invalid={false} disabled onChoose={() => {}} />
      )}
      <Button variant="tip" block disabled>
        {isWeight ? 'Submit guess' : 'Submit photo'}
      </Button>
    </div>
  )
}
