import type { UseQueryResult } from '@tanstack/react-query'
import clsx from 'clsx'
import { Empty } from '../../../components/feedback/empty.tsx'
import { ErrorBanner } from '../../../components/feedback/error-banner.tsx'
import { Skeleton, SkeletonGroup } from '../../../components/feedback/skeleton.tsx'
import { RodsDrawing } from '../../../components/ui/drawings.tsx'
import type { ConsoleGame } from '../../../data/games/console-game.ts'
import type { ConsoleGamesPage } from '../../../data/games/console-games-query.ts'
import { type GameAction, GameRow } from './game-row.tsx'

export interface GameRowsProps {
  games: UseQueryResult<ConsoleGamesPage>
  /** Whether a search or a state narrows the list. */
  filtered: boolean
  /** Id of the game whose entries are on show. */
  shown: string | null
  entriesTo: (gameId: string) => string
  onAction: (action: GameAction, game: ConsoleGame) => void
}

/** One page of games, its skeleton, its failure, or that there are none. */
export function GameRows({ games, filtered, shown, entriesTo, onAction }: GameRowsProps) {
  if (games.isError && !games.data)
    return <ErrorBanner action="loadGames" error={games.error} onRetry={() => void games.refetch()} />
  if (!games.data) {
    return (
      <SkeletonGroup label="Loading games">
        <div className="card divide">
          {[1, 2, 3, 4].map((row) => (
            <div key={row} className="agame">
              <Skeleton width={56} height={56} />
              <Skeleton height={44} />
            </div>
          ))}
        </div>
      </SkeletonGroup>
    )
  }
  if (games.data.games.length === 0) {
    return (
      <div className="card">
        <Empty icon={<RodsDrawing />} title={filtered ? 'No games found.' : 'No games available yet.'} />
      </div>
    )
  }
  return (
    <ul className={clsx('card divide', games.isPlaceholderData && 'is-dimmed')} aria-busy={games.isPlaceholderData}>
      {games.data.games.map((game) => (
        <GameRow
          key={game.id}
          game={game}
          entriesTo={entriesTo(game.id)}
          shown={game.id === shown}
          onAction={(action) => onAction(action, game)}
        />
      ))}
    </ul>
  )
}
