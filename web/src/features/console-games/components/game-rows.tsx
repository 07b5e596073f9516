import type { UseQueryResult } from '@tanstack/react-query'
import { Fragment, type ReactNode } from 'react'
import { NothingFound } from '../../../components/console/nothing-found.tsx'
import { Empty } from '../../../components/feedback/empty.tsx'
import { ErrorBanner } from '../../../components/feedback/error-banner.tsx'
import { Skeleton, SkeletonGroup } from '../../../components/feedback/skeleton.tsx'
import { RodsDrawing } from '../../../components/ui/rods-drawing.tsx'
import { RowBoundary } from '../../../components/ui/row-boundary.tsx'
import type { ConsoleGame } from '../../../data/games/console-game.ts'
import type { ConsoleGamesPage } from '../../../data/games/console-games-query.ts'
import { useNow } from '../../../hooks/use-now.ts'
import { joinClasses } from '../../../lib/join-classes.ts'
import * as styles from '../games.module.css'
import { DeleteGame, type GameAction, type GameAddress, GameRow } from './game-row.tsx'

export interface GameRowsProps {
  games: UseQueryResult<ConsoleGamesPage>
  /** Takes away search and filters; undefined while there are none. */
  onClear: (() => void) | undefined
  /** Id of the game whose entries are shown. */
  shown: string | null
  /** The entries, placed below their game. */
  entries: ReactNode
  /** Address of what a row leads to. */
  addressOf: GameAddress
  onAction: (action: GameAction, game: ConsoleGame) => void
}

/** One page of games, or its skeleton, error or empty state. */
export function GameRows({ games, onClear, shown, entries, addressOf, onAction }: GameRowsProps) {
  const now = useNow()
  if (games.isError && !games.data)
    return <ErrorBanner action="loadGames" error={games.error} onRetry={() => void games.refetch()} />
  if (!games.data) {
    return (
      <SkeletonGroup label="Loading games">
        <div className="card divide">
          {[1, 2, 3, 4].map((row) => (
            <div key={row} className={styles.game}>
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
        {onClear ? (
          <NothingFound title="No games found." onClear={onClear} />
        ) : (
          <Empty icon={<RodsDrawing />} title="No games available yet." />
        )}
      </div>
    )
  }
  return (
    <ul
      className={joinClasses('card divide', games.isPlaceholderData && styles.isDimmed)}
      aria-busy={games.isPlaceholderData}
    >
      {games.data.games.map((game) => (
        <Fragment key={game.id}>
          <RowBoundary
            of={game}
            as="li"
            actions={<DeleteGame label={game.title} onDelete={() => onAction('delete', game)} />}
          >
            <GameRow
              game={game}
              now={now}
              addressOf={addressOf}
              shown={game.id === shown}
              onAction={(action) => onAction(action, game)}
            />
          </RowBoundary>
          {game.id === shown && <li>{entries}</li>}
        </Fragment>
      ))}
    </ul>
  )
}
