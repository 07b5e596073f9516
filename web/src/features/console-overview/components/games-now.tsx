import { Link } from 'react-router'
import type { GameInProgress } from '../../../data/overview/console-overview-query.ts'
import { useNow } from '../../../hooks/use-now.ts'
import { deadlineState, formatRoughlyLeft } from '../../../lib/deadline.ts'
import { formatCount, formatMoment } from '../../../lib/format.ts'

const TYPES: Record<string, string | undefined> = {
  guess_weight: 'Guess the weight',
  carp_of_week: 'Carp of the week',
  pick_swim: 'Pick a swim',
}

export interface GamesNowProps {
  games: readonly GameInProgress[]
  /** How many there are in all; the list may be shorter. */
  total: number
}

/** The active games, the first to end first, with their entries. */
export function GamesNow({ games, total }: GamesNowProps) {
  const now = useNow()
  if (games.length === 0) return <p className="ov-none">No game is running.</p>
  return (
    <>
      <ul className="ov-games">
        {games.map((game) => (
          <li key={game.id}>
            <span className="ov-name">{game.title}</span>
            <span className="num">{formatCount(game.entries, 'entry', 'entries')}</span>
            <span className="ov-when">
              {TYPES[game.type]} · {whenText(game, now)}
            </span>
          </li>
        ))}
      </ul>
      {total > games.length && (
        <p className="ov-more">
          <Link to="/admin/games">{formatCount(total - games.length, 'more game', 'more games')}</Link>
        </p>
      )}
    </>
  )
}

function whenText({ start_date, end_date }: GameInProgress, now: Date): string {
  if (new Date(start_date) > now) return `starts ${formatMoment(start_date, now)}`
  return deadlineState(end_date, now) === 'expired' ? 'ended, to be completed' : formatRoughlyLeft(end_date, now)
}
