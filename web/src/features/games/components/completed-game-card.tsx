import Check from 'lucide-react/icons/check'
import { SwimBoard } from '../../../components/board/swim-board.tsx'
import { GameTypePill } from '../../../components/game/game-type.tsx'
import { Pill } from '../../../components/ui/pill.tsx'
import type { CompletedGame } from '../../../data/games/completed-games-query.ts'
import { formatCount } from '../../../lib/format.ts'
import { PlacedPhotos } from './placed-photos.tsx'
import { VerifyResult } from './verify-result.tsx'
import { WeightResult } from './weight-result.tsx'
import { WinnerRow } from './winner-row.tsx'

/** How one game ended. */
export function CompletedGameCard({ game }: { game: CompletedGame }) {
  const { own, seal, type } = game
  return (
    <article className="card game">
      <div className="game-head">
        <div className="game-meta">
          <Pill tone="lake" icon={<Check className="i" aria-hidden="true" />}>
            Completed
          </Pill>
          <GameTypePill type={type} quiet />
        </div>
        <h3 className="h3" dir="auto">
          {game.title}
        </h3>
      </div>
      {type === 'pick_swim' && (
        <SwimBoard
          photoUrl={game.imageUrl ?? ''}
          value={null}
          readOnly
          {...(seal.square !== null && { winningSquare: seal.square })}
          {...(own?.square != null && { ownSquare: own.square })}
        />
      )}
      <div className="game-body stack">
        {type === 'pick_swim' && <p className="strong result-line">Winning square: {seal.square}</p>}
        {type === 'guess_weight' && <WeightResult game={game} />}
        {type === 'carp_of_week' ? (
          <PlacedPhotos game={game} />
        ) : (
          game.winners.map((winner) => <WinnerRow key={winner.entryId} game={game} winner={winner} />)
        )}
        {game.winners.length === 0 && game.entryCount > 0 && <p className="small">Nobody won this time.</p>}
        {game.moreWinners && <p className="small">More members won as well.</p>}
        <p className="small muted">
          {game.entryCount === 0 ? 'No entries yet.' : `${formatCount(game.entryCount, 'entry', 'entries')}.`}{' '}
          {ownWords(game)}
        </p>
        {seal.commitment && <VerifyResult game={game} commitment={seal.commitment} />}
      </div>
    </article>
  )
}

function ownWords({ own, type, unit }: CompletedGame): string {
  if (!own) return ''
  if (own.isWinner) return own.place && type === 'carp_of_week' ? `Your place: ${own.place}.` : 'You won.'
  if (own.square !== null) return `Your square: ${own.square}.`
  if (own.weight !== null) return `Your guess: ${own.weight} ${unit}.`
  return 'Yours was not placed this time.'
}
