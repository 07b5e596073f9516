import { useInfiniteQuery } from '@tanstack/react-query'
import { ErrorBanner } from '../../../components/feedback/error-banner.tsx'
import { Skeleton, SkeletonGroup } from '../../../components/feedback/skeleton.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { completedGamesQuery } from '../../../data/games/completed-games-query.ts'
import { CompletedGameCard } from './completed-game-card.tsx'

/** Completed games, a page at a time; nothing at all while there are none. */
export function Results({ userId }: { userId: string }) {
  const results = useInfiniteQuery(completedGamesQuery(userId))
  const games = results.data?.pages.flatMap((page) => page.games)
  if (games?.length === 0) return null
  return (
    <section className="results" aria-labelledby="results">
      <div className="sec-head">
        <h2 id="results">Results</h2>
      </div>
      {results.isPending ? (
        <SkeletonGroup label="Loading results">
          <Skeleton height={320} />
        </SkeletonGroup>
      ) : !games ? (
        <ErrorBanner action="loadGames" error={results.error} onRetry={() => void results.refetch()} />
      ) : (
        <div className="results-grid">
          {games.map((game) => (
            <CompletedGameCard key={game.id} game={game} />
          ))}
        </div>
      )}
      {results.hasNextPage && (
        <div className="results-more">
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
