import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Empty } from '../../../components/feedback/empty.tsx'
import { ErrorBanner } from '../../../components/feedback/error-banner.tsx'
import { RodsDrawing } from '../../../components/ui/drawings.tsx'
import { activeGamesQuery } from '../../../data/games/active-games-query.ts'
import type { Game } from '../../../data/games/game.ts'
import { useGamesRefresh } from '../../../data/games/use-games-refresh.ts'
import { useDrawn } from '../../../hooks/use-drawn.ts'
import { ActiveGame } from './active-game.tsx'
import { GamesSkeleton } from './games-skeleton.tsx'
import { Results } from './results.tsx'
import '../games.css'

// A card with its board fills any phone. Cards of the club and results come after the games.
const PACE = { first: 1, step: 1 }
const REST = 1

export interface GamesPageProps {
  userId: string
  /** The info cards of this page. */
  cards: ReactNode
}

/** The games that are on, then the results of those that are over. */
export function GamesPage({ userId, cards }: GamesPageProps) {
  const games = useQuery(activeGamesQuery(userId))
  useGamesRefresh(userId, games.data)
  const drawn = useDrawn(games.data && games.data.length + REST, PACE)
  const whole = drawn === Number.POSITIVE_INFINITY
  if (games.isPending) return <GamesSkeleton />
  if (!games.data) return <ErrorBanner action="loadGames" error={games.error} onRetry={() => void games.refetch()} />
  const [left, right] = columnsOf(games.data)
  const inOrder = [...left, ...right]
  const first = inOrder[0]
  const shown = (list: readonly Game[]) => list.filter((game) => inOrder.indexOf(game) < drawn)
  return (
    <>
      {games.data.length === 0 ? (
        <div className="stack-5">
          <div className="card">
            <Empty icon={<RodsDrawing />} title="No games available yet." />
          </div>
          {cards}
        </div>
      ) : (
        <div className="games-grid">
          <div className="stack-5">
            {shown(left).map((game) => (
              <ActiveGame key={game.id} game={game} userId={userId} priority={game === first} />
            ))}
            {whole && <div className="only-wide">{cards}</div>}
          </div>
          <div className="stack-5">
            {shown(right).map((game) => (
              <ActiveGame key={game.id} game={game} userId={userId} priority={game === first} />
            ))}
            {whole && <div className="only-phone">{cards}</div>}
          </div>
        </div>
      )}
      {whole && <Results userId={userId} />}
    </>
  )
}

/** Lakes are wide and stand at the left; games of one kind only share both columns. */
function columnsOf(games: readonly Game[]): [Game[], Game[]] {
  const lakes = games.filter(({ type }) => type === 'pick_swim')
  const others = games.filter(({ type }) => type !== 'pick_swim')
  if (lakes.length > 0 && others.length > 0) return [lakes, others]
  return [games.filter((_, index) => index % 2 === 0), games.filter((_, index) => index % 2 === 1)]
}
