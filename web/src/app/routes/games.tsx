import type { QueryClient } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { Page } from '../../components/layout/page.tsx'
import { RowBoundary } from '../../components/ui/row-boundary.tsx'
import { activeGamesQuery } from '../../data/games/active-games-query.ts'
import { GamesPage } from '../../features/games/components/games-page.tsx'
import { GamesSkeleton } from '../../features/games/components/games-skeleton.tsx'
import * as styles from '../../features/games/games.module.css'
import { useUserId } from '../../hooks/use-session.ts'

// They are below the games and must not delay them. The games can be played without this code.
const InfoCardSlot = lazy(() =>
  import('../../features/info-cards/components/info-card-slot.tsx').then(
    (module) => ({ default: module.InfoCardSlot }),
    () => ({ default: () => null }),
  ),
)

export function prepare(queries: QueryClient, userId: string | undefined): void {
  if (userId !== undefined) void queries.prefetchQuery(activeGamesQuery(userId))
}

/** `/games`. Games first, info cards below them, results last. */
export function Component() {
  const userId = useUserId()
  return (
    <Page
      title="Games"
      lead={<span className={styles.lead}>One entry per game. Results are posted when a game closes.</span>}
    >
      {userId === undefined ? (
        <GamesSkeleton />
      ) : (
        <GamesPage
          userId={userId}
          cards={
            <Suspense>
              <RowBoundary of={null}>
                <InfoCardSlot placement="games" heading="Info cards" />
              </RowBoundary>
            </Suspense>
          }
        />
      )}
    </Page>
  )
}
