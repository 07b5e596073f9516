import { Link } from 'react-router'
import { RowBoundary } from '../../../components/ui/row-boundary.tsx'
import type { GameInProgress } from '../../../data/overview/console-overview-query.ts'
import { useNow } from '../../../hooks/use-now.ts'
import { deadlineState, formatRoughlyLeft } from '../../../lib/deadline.ts'
import { formatCount, formatMoment } from '../../../lib/format.ts'
import * as styles from '../overview.module.css'

const TYPES: Record<string, string | undefined> = {
  guess_weight: 'Guess the weight',
  carp_of_week: 'Carp of the week',
  pick_swim: 'Pick a swim',
}

export interface GamesNowProps {
  games: readonly GameInProgress[]
  /** Total number; the list may be shorter. */
  total: number
}

/** The active games with their numbers of entries, the first to end first. */
export function GamesNow({ games, total }: GamesNowProps) {
  const now = useNow()
  if (games.length === 0) return <p className={styles.nothing}>No games in progress.</p>
  return (
    <>
      <ul className={styles.games}>
        {games.map((game) => (
          <RowBoundary key={game.id} of={game} as="li">
            <GameNow game={game} now={now} />
          </RowBoundary>
        ))}
      </ul>
      {total > games.length && (
        <p className={styles.moreGames}>
          <Link to="/admin/games">{formatCount(total - games.length, 'more game', 'more games')}</Link>
        </p>
      )}
    </>
  )
}

function GameNow({ game, now }: { game: GameInProgress; now: Date }) {
  return (
    <li>
      <span className={styles.name}>
        <Link to={`/admin/games?entries=${game.id}`} dir="auto">
          {game.title}
        </Link>
      </span>
      <span className="figure">{formatCount(game.entries, 'entry', 'entries')}</span>
      <span className={styles.moment}>
        {TYPES[game.type]} · {whenText(game, now)}
      </span>
    </li>
  )
}

function whenText({ start_date, end_date }: GameInProgress, now: Date): string {
  if (new Date(start_date) > now) return `starts ${formatMoment(start_date, now)}`
  return deadlineState(end_date, now) === 'expired' ? 'ended, not completed' : formatRoughlyLeft(end_date, now)
}
