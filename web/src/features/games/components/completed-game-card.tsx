import { SwimBoard } from '../../../components/board/swim-board.tsx'
import { GameTypePill } from '../../../components/game/game-type.tsx'
import { Photo } from '../../../components/ui/photo.tsx'
import type { CompletedGame } from '../../../data/games/completed-games-query.ts'
import { formatCount, formatDay } from '../../../lib/format.ts'
import { GAME_BOX } from '../../../lib/photo/photo-boxes.ts'
import { missText, placeText } from '../outcome-text.ts'
import * as styles from '../results.module.css'
import { useGuesses } from '../use-guesses.ts'
import { Changes } from './changes.tsx'
import { PlacedPhotos } from './placed-photos.tsx'
import { ShareGame } from './share-game.tsx'
import { TitleLink } from './title-link.tsx'
import { VerifyResult } from './verify-result.tsx'
import { WeightResult } from './weight-result.tsx'
import { WinnerRow } from './winner-row.tsx'

/** The result of one game. */
export function CompletedGameCard({ game }: { game: CompletedGame }) {
  const { own, seal, type } = game
  return (
    <article className={`card ${styles.card}`} id={`game-${game.id}`}>
      <div className={styles.facts}>
        <GameTypePill type={type} quiet />
        <span className="small quiet">Completed {formatDay(game.completedAt ?? game.endDate)}</span>
        <ShareGame game={game} result />
      </div>
      <h3 className="heading-3" dir="auto" tabIndex={-1}>
        <TitleLink game={game} />
      </h3>
      {type === 'pick_swim' && (
        <div className={styles.board}>
          <SwimBoard
            compact
            photoUrl={game.imageUrl ?? ''}
            value={null}
            readOnly
            {...(seal.square !== null && { winningSquare: seal.square })}
            {...(own?.square != null && { ownSquare: own.square })}
          />
        </div>
      )}
      {type === 'guess_weight' && game.imageUrl && (
        <Photo url={game.imageUrl} alt="" {...GAME_BOX} className={styles.picture} />
      )}
      {type === 'guess_weight' && <WeightResult game={game} />}
      {type === 'carp_of_week' && <PlacedPhotos game={game} />}
      {type === 'pick_swim' && <p className="strong">Winning square: {seal.square}</p>}
      {type !== 'carp_of_week' &&
        game.winners.map((winner) => <WinnerRow key={winner.entryId} game={game} winner={winner} />)}
      {game.winners.length === 0 && game.entryCount > 0 && <p className="small">Nobody won.</p>}
      {game.moreWinners && <p className="small">Other members won too.</p>}
      <Changes changes={game.changes} />
      {seal.commitment && <VerifyResult game={game} commitment={seal.commitment} />}
      <p className={`small muted ${styles.tail}`}>
        {own?.square != null && <span className={`on-photo ${styles.ownMark}`} aria-hidden="true" />}
        <span>
          <OwnText game={game} />{' '}
          {game.entryCount === 0 ? 'No entries yet.' : `${formatCount(game.entryCount, 'entry', 'entries')}.`}
        </span>
      </p>
    </article>
  )
}

const TEAM_NOTE = 'Entries of the club team never win.'

function OwnText({ game }: { game: CompletedGame }) {
  const { own, type, unit, seal } = game
  const guesses = useGuesses(game)
  if (!own) return null
  if (own.isWinner) return own.place && type === 'carp_of_week' ? `Your place: ${own.place}.` : 'You won.'
  const team = own.byTeam ? ` ${TEAM_NOTE}` : ''
  if (own.square !== null) return `Your square: ${own.square}${missText(own.square, seal.square)}.${team}`
  if (own.weight !== null) {
    const place = own.byTeam ? undefined : placeText(own.weight, seal.weight, unit, guesses)
    return place ?? `Your guess: ${own.weight} ${unit}.${team}`
  }
  if (own.byTeam) return TEAM_NOTE
  return 'Yours was not placed this time.'
}
