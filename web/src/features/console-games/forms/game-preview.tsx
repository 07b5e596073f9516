import { useState } from 'react'
import { SwimBoard } from '../../../components/board/swim-board.tsx'
import { GameCard } from '../../../components/game/game-card.tsx'
import { WeightReadout } from '../../../components/game/weight-readout.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { DropWell } from '../../../components/ui/drop-well.tsx'
import type { GameFields } from '../../../data/games/console-game-save-mutation.ts'

/** The game as members will see it when it opens; its controls can be tried, nothing is sent. */
export function GamePreview({ game, prize }: { game: GameFields; prize: string | null }) {
  const [opened] = useState(() => new Date(Math.max(Date.now(), Date.parse(game.startDate))))
  const points = game.type === 'carp_of_week' ? game.placePoints : [game.winnerPoints]
  return (
    <GameCard game={{ ...game, points, prize }} now={opened}>
      <Play game={game} />
    </GameCard>
  )
}

function Play({ game }: { game: GameFields }) {
  const [square, setSquare] = useState<number | null>(null)
  const [weight, setWeight] = useState('')
  if (game.type === 'pick_swim') {
    return (
      <SwimBoard photoUrl={game.imageUrl} value={square} onChange={setSquare}>
        <Button variant="tip" disabled>
          Submit Square
        </Button>
      </SwimBoard>
    )
  }
  const isWeight = game.type === 'guess_weight'
  return (
    <div className="game-body stack">
      {isWeight ? (
        <WeightReadout value={weight} unit={game.unit} onChange={setWeight} />
      ) : (
        <DropWell dragging={false} invalid={false} disabled onChoose={() => {}} />
      )}
      <Button variant="tip" block disabled>
        {isWeight ? 'Submit Guess' : 'Submit Photo'}
      </Button>
    </div>
  )
}
