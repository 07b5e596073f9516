import { useQuery } from '@tanstack/react-query'
import { ErrorBanner } from '../../../components/feedback/error-banner.tsx'
import { Peg, placeTone } from '../../../components/ui/peg.tsx'
import { consoleWinnersQuery, WINNERS_LISTED } from '../../../data/games/console-entries-query.ts'
import type { ConsoleGame } from '../../../data/games/console-game.ts'
import { formatPoints, formatPointsChange } from '../../../lib/format.ts'
import * as styles from '../entries.module.css'

/** The winners and their points; for an active carp of the week, the current places. */
export function Winners({ game }: { game: ConsoleGame }) {
  const winners = useQuery(consoleWinnersQuery(game.id))
  if (winners.isError && !winners.data) {
    return (
      <div className={styles.note}>
        <ErrorBanner action="loadGames" error={winners.error} onRetry={() => void winners.refetch()} />
      </div>
    )
  }
  if (!winners.data) return null
  const over = game.state === 'completed'
  if (winners.data.length === 0) {
    return <p className={styles.note}>{over ? 'Nobody won.' : 'No places chosen yet.'}</p>
  }
  const points = (place: number) =>
    game.type === 'carp_of_week' ? (game.placePoints[place - 1] ?? 0) : game.winnerPoints
  return (
    <div className={styles.note}>
      <h3 className="strong">{over ? 'Winners' : 'Current places'}</h3>
      <ul className={styles.winners}>
        {winners.data.map(({ id, member, place }) => (
          <li key={id} className="cluster">
            <Peg value={place ?? 1} tone={placeTone(place ?? 1)} what="Place" />
            <bdi className="ellipsis">{member.username}</bdi>
            <span className="figure">{formatPointsChange(points(place ?? 1))}</span>
          </li>
        ))}
      </ul>
      {winners.data.length === WINNERS_LISTED && (
        <p className="quiet">The first {formatPoints(WINNERS_LISTED)} are named here.</p>
      )}
    </div>
  )
}
