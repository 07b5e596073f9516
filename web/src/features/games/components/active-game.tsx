import CircleCheck from 'lucide-react/icons/circle-check'
import { SwimBoard } from '../../../components/board/swim-board.tsx'
import { GameCard } from '../../../components/game/game-card.tsx'
import { gamePhase } from '../../../components/game/game-phase.ts'
import { Photo } from '../../../components/ui/photo.tsx'
import type { Game } from '../../../data/games/game.ts'
import { useAfterFirstDraw } from '../../../hooks/use-after-first-draw.ts'
import { useNow } from '../../../hooks/use-now.ts'
import { PhotoEntry } from './photo-entry.tsx'
import { SwimEntry } from './swim-entry.tsx'
import { WeightEntry } from './weight-entry.tsx'
import { WhoEntered } from './who-entered.tsx'

export interface ActiveGameProps {
  game: Game
  userId: string
  /** The first one on the screen. */
  priority?: boolean
}

/** One game that is on, always open: what it is about, the viewer's entry or the controls for it, and who entered. */
export function ActiveGame({ game, userId, priority = false }: ActiveGameProps) {
  // At the top of the screen the picture and the controls come first.
  const rest = useAfterFirstDraw(priority)
  const now = useNow(game.startDate, game.endDate)
  return (
    <GameCard game={game} now={now} priority={priority}>
      <Play game={game} userId={userId} now={now} priority={priority} />
      {rest && (
        <div className="game-body">
          <WhoEntered game={game} />
        </div>
      )}
    </GameCard>
  )
}

/** The controls while the viewer may enter; afterwards and outside the game's time what there is to see. */
function Play({ game, userId, now, priority = false }: ActiveGameProps & { now: Date }) {
  const phase = gamePhase(game, now)
  if (phase === 'open' && !game.own) {
    if (game.type === 'pick_swim') return <SwimEntry game={game} userId={userId} priority={priority} />
    return (
      <div className="game-body">
        {game.type === 'guess_weight' ? (
          <WeightEntry game={game} userId={userId} />
        ) : (
          <PhotoEntry game={game} userId={userId} />
        )}
      </div>
    )
  }
  return (
    <>
      {game.type === 'pick_swim' && (
        <SwimBoard photoUrl={game.imageUrl ?? ''} value={game.own?.square ?? null} readOnly priority={priority} />
      )}
      <div className="game-body game-send stack">
        {game.own ? (
          <OwnEntry game={game} />
        ) : (
          <p className="small muted">
            {phase === 'before' ? 'Entries open when the game starts.' : 'You did not enter this game.'}
          </p>
        )}
        {phase === 'closed' && (
          <p className="small muted">The result is posted here when the team completes the game.</p>
        )}
      </div>
    </>
  )
}

function OwnEntry({ game }: { game: Game }) {
  const { own, unit } = game
  return (
    <div className="own-entry" role="status">
      <CircleCheck className="i" aria-hidden="true" />
      <div className="grow">
        <div className="strong">You are in.</div>
        {own?.square != null && <div className="small">Your square: {own.square}</div>}
        {own?.weight != null && (
          <div className="small">
            Your guess: {own.weight} {unit}
          </div>
        )}
        {own?.photoUrl && <Photo url={own.photoUrl} alt="Your entry" width={480} height={320} />}
      </div>
    </div>
  )
}
