import CalendarX2 from 'lucide-react/icons/calendar-x-2'
import CopyPlus from 'lucide-react/icons/copy-plus'
import List from 'lucide-react/icons/list'
import Pencil from 'lucide-react/icons/pencil'
import Trash2 from 'lucide-react/icons/trash-2'
import { RowAction } from '../../../components/console/row-action.tsx'
import { RowActions } from '../../../components/console/row-actions.tsx'
import { RowLink } from '../../../components/console/row-link.tsx'
import { gameTypeName } from '../../../components/game/game-type.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { Photo } from '../../../components/ui/photo.tsx'
import type { ConsoleGame } from '../../../data/games/console-game.ts'
import { formatMoment, formatPoints } from '../../../lib/format.ts'
import { gameDays } from '../game-days.ts'
import * as styles from '../games.module.css'
import { TYPE_ART } from '../type-art.ts'
import { GameStatus } from './game-status.tsx'

/** An action that needs confirmation. */
export type GameAction = 'activate' | 'complete' | 'cancel' | 'delete'

/** The address of the list with a game's entries, or of a form about it; it keeps search and filters. */
export type GameAddress = (name: 'entries' | 'edit' | 'copy', gameId: string) => string

export interface GameRowProps {
  game: ConsoleGame
  now: Date
  addressOf: GameAddress
  /** Whether its entries are shown. */
  shown: boolean
  onAction: (action: GameAction) => void
}

/** One game in the list with the actions of its state. */
export function GameRow({ game, now, addressOf, shown, onAction }: GameRowProps) {
  const { id, title, type, state, startDate, endDate, entryCount } = game
  const running = state === 'draft' || state === 'active'
  return (
    <li className={styles.game}>
      <span className="media">
        {game.imageUrl ? (
          <Photo url={game.imageUrl} alt="" width={56} height={56} />
        ) : (
          <img src={TYPE_ART[type]} alt="" width={56} height={56} />
        )}
      </span>
      <div className="grow">
        <h2 className={styles.title} dir="auto">
          {title}
        </h2>
        <div className="quiet" title={`${formatMoment(startDate)} to ${formatMoment(endDate)}`}>
          {gameTypeName(type)}, {gameDays(startDate, endDate)}
        </div>
      </div>
      <GameStatus game={game} now={now} />
      <div className={styles.entryCount}>
        <span className="figure figure-md">{formatPoints(entryCount)}</span>{' '}
        <span className="quiet">{entryCount === 1 ? 'entry' : 'entries'}</span>
      </div>
      <RowActions className={styles.actions}>
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
        {running && (
          <RowLink
            to={addressOf('edit', id)}
            label={`Edit ${title}`}
            text="Edit"
            icon={<Pencil className="icon" aria-hidden="true" />}
          />
        )}
        <RowLink
          to={addressOf('entries', id)}
          preventScrollReset
          label={`Entries of ${title}`}
          text="Entries"
          icon={<List className="icon" aria-hidden="true" />}
          aria-current={shown || undefined}
        />
        <RowLink
          to={addressOf('copy', id)}
          label={`Duplicate ${title}`}
          text="Duplicate"
          icon={<CopyPlus className="icon" aria-hidden="true" />}
        />
        {running && (
          <RowAction
            label={`Cancel ${title}`}
            text="Cancel"
            icon={<CalendarX2 className="icon" aria-hidden="true" />}
            onClick={() => onAction('cancel')}
          />
        )}
        <DeleteGame label={title} onDelete={() => onAction('delete')} />
      </RowActions>
    </li>
  )
}

/** Also for a game whose row cannot be shown. */
export function DeleteGame({ label, onDelete }: { label: string; onDelete: () => void }) {
  return (
    <RowAction
      danger
      label={`Delete ${label}`}
      text="Delete"
      icon={<Trash2 className="icon" aria-hidden="true" />}
      onClick={onDelete}
    />
  )
}
