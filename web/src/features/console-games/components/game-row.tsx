import Ban from 'lucide-react/icons/ban'
import List from 'lucide-react/icons/list'
import Pencil from 'lucide-react/icons/pencil'
import Trash2 from 'lucide-react/icons/trash-2'
import { Link } from 'react-router'
import { gameTypeName } from '../../../components/game/game-type.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { IconButton } from '../../../components/ui/icon-button.tsx'
import { Photo } from '../../../components/ui/photo.tsx'
import type { ConsoleGame } from '../../../data/games/console-game.ts'
import { formatMoment, formatPoints } from '../../../lib/format.ts'
import { gameDays } from '../game-days.ts'
import { TYPE_ART } from '../type-art.ts'
import { GameStatus } from './game-status.tsx'

/** What is asked before it is done. */
export type GameAction = 'activate' | 'complete' | 'cancel' | 'delete'

export interface GameRowProps {
  game: ConsoleGame
  /** Address of the game's entries. */
  entriesTo: string
  /** Whether its entries are the ones on show. */
  shown: boolean
  onAction: (action: GameAction) => void
}

/** One game in the list with what can be done to it in its state. */
export function GameRow({ game, entriesTo, shown, onAction }: GameRowProps) {
  const { id, title, type, state, startDate, endDate, entryCount } = game
  return (
    <li className="agame">
      <span className="media">
        {game.imageUrl ? (
          <Photo url={game.imageUrl} alt="" width={56} height={56} />
        ) : (
          <img src={TYPE_ART[type]} alt="" width={56} height={56} />
        )}
      </span>
      <div className="grow">
        <h2 className="agame-title" dir="auto">
          {title}
        </h2>
        <div className="quiet" title={`${formatMoment(startDate)} to ${formatMoment(endDate)}`}>
          {gameTypeName(type)}, {gameDays(startDate, endDate)}
        </div>
      </div>
      <GameStatus state={state} />
      <div className="aent">
        <span className="num num-md">{formatPoints(entryCount)}</span>{' '}
        <span className="quiet">{entryCount === 1 ? 'entry' : 'entries'}</span>
      </div>
      <div className="acts-end">
        {state === 'draft' && (
          <Button size="sm" aria-label={`Activate ${title}`} onClick={() => onAction('activate')}>
            Activate
          </Button>
        )}
        {state === 'active' && (
          <Button variant="line" size="sm" aria-label={`Complete ${title}`} onClick={() => onAction('complete')}>
            Complete
          </Button>
        )}
        {state === 'draft' && (
          <Link className="icon-btn" to={`?edit=${id}`} aria-label={`Edit ${title}`} title="Edit">
            <Pencil className="i" aria-hidden="true" />
          </Link>
        )}
        {(state === 'draft' || state === 'active') && (
          <IconButton
            label={`Cancel ${title}`}
            title="Cancel the game"
            icon={<Ban className="i" aria-hidden="true" />}
            onClick={() => onAction('cancel')}
          />
        )}
        <Link
          className="icon-btn"
          to={entriesTo}
          preventScrollReset
          aria-label={`Entries of ${title}`}
          title="Entries"
          aria-current={shown || undefined}
        >
          <List className="i" aria-hidden="true" />
        </Link>
        <IconButton
          className="danger-icon"
          label={`Delete ${title}`}
          title="Delete"
          icon={<Trash2 className="i" aria-hidden="true" />}
          onClick={() => onAction('delete')}
        />
      </div>
    </li>
  )
}
