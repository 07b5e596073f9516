import { useInfiniteQuery } from '@tanstack/react-query'
import { ErrorBanner } from '../../../components/feedback/error-banner.tsx'
import { Skeleton, SkeletonGroup } from '../../../components/feedback/skeleton.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { RowBoundary } from '../../../components/ui/row-boundary.tsx'
import { completedGamesQuery } from '../../../data/games/completed-games-query.ts'
import type { Game } from '../../../data/games/game.ts'
import * as page from '../games.module.css'
import * as styles from '../results.module.css'
import { BandHeading } from './band-heading.tsx'
import { ClosedGameCard } from './closed-game-card.tsx'
import { CompletedGameCard } from './completed-game-card.tsx'

interface ResultsProps {
  userId: string
  /** Games that wait for their result. */
  closed: readonly Game[]
  now: Date
  /** The games come from this device, and the page already says that the service cannot be reached. */
  stored: boolean
}

/** Games that have ended, then completed games, a page at a time; nothing when there are none. */
export function Results({ userId, closed, now, stored }: ResultsProps) {
  const results = useInfiniteQuery(completedGamesQuery(userId))
  const games = results.data?.pages.flatMap((one) => one.games)
  if (closed.length === 0 && (games?.length === 0 || (stored && results.isError && !games))) return null
  return (
    <section className={page.section} aria-labelledby="results">
      <BandHeading of="results" count={closed.length + (results.data?.pages[0]?.total ?? 0)} />
      {closed.length > 0 && (
        <div className={styles.closed}>
          {closed.map((game) => (
            <RowBoundary key={game.id} of={game}>
              <ClosedGameCard game={game} now={now} />
            </RowBoundary>
          ))}
        </div>
      )}
      <div className={styles.columns}>
        {games?.map((game) => (
          <RowBoundary key={game.id} of={game}>
            <CompletedGameCard game={game} />
          </RowBoundary>
        ))}
      </div>
      {results.isPending && (
        <SkeletonGroup label="Loading results">
          <Skeleton height={320} />
        </SkeletonGroup>
      )}
      {!results.isPending && !games && !stored && (
        <ErrorBanner action="loadGames" error={results.error} onRetry={() => void results.refetch()} />
      )}
      {results.hasNextPage && (
        <div className={styles.more}>
          <Button
            variant="line"
            busy={results.isFetchingNextPage}
            onClick={() => void results.fetchNextPage({ cancelRefetch: false })}
          >
            Show more
          </Button>
        </div>
      )}
    </section>
  )
}
