import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { AsOf } from '../../../components/feedback/as-of.tsx'
import { Empty } from '../../../components/feedback/empty.tsx'
import { LoadFailure } from '../../../components/feedback/load-failure.tsx'
import { ButtonLink } from '../../../components/ui/button-link.tsx'
import { RodsDrawing } from '../../../components/ui/rods-drawing.tsx'
import { RowBoundary } from '../../../components/ui/row-boundary.tsx'
import { activeGamesQuery } from '../../../data/games/active-games-query.ts'
import { gamesKeys } from '../../../data/games/keys.ts'
import { useGamesRealtime } from '../../../data/games/realtime.ts'
import { useGamesRefresh } from '../../../data/games/use-games-refresh.ts'
import { useDrawn } from '../../../hooks/use-drawn.ts'
import { useLastCopy } from '../../../hooks/use-last-copy.ts'
import { useNow } from '../../../hooks/use-now.ts'
import { useOnline } from '../../../hooks/use-online.ts'
import { bandsOf } from '../game-bands.ts'
import * as styles from '../games.module.css'
import { ActiveGame } from './active-game.tsx'
import { BandHeading } from './band-heading.tsx'
import { ComingGame } from './coming-game.tsx'
import { GamesSkeleton } from './games-skeleton.tsx'
import { JumpChips } from './jump-chips.tsx'
import { Results } from './results.tsx'

// A card with its board fills a phone's screen. Info cards and results come after the games.
const PACE = { first: 1, step: 1 }
const REST = 1

export interface GamesPageProps {
  userId: string
  /** The info cards of this page. */
  cards: ReactNode
}

/** The active games by urgency, then the results of completed games. */
export function GamesPage({ userId, cards }: GamesPageProps) {
  const games = useQuery(activeGamesQuery(userId))
  useGamesRealtime(userId)
  useGamesRefresh(userId, games.data)
  const readAt = useLastCopy('games', gamesKeys.active(userId), userId, useOnline())
  const now = useNow(...(games.data ?? []).flatMap(({ startDate, endDate }) => [startDate, endDate]))
  const drawn = useDrawn(games.data && games.data.length + REST, PACE)
  const whole = drawn === Number.POSITIVE_INFINITY
  if (games.isPending) return <GamesSkeleton />
  if (!games.data) return <LoadFailure action="loadGames" error={games.error} onRetry={() => void games.refetch()} />
  const bands = bandsOf(games.data, now)
  const { today, open, soon, closed } = bands
  const playable = [...today, ...open]
  const card = (game: (typeof playable)[number]) => {
    const place = playable.indexOf(game)
    if (place >= drawn) return null
    const after = [...playable.slice(place + 1), ...playable.slice(0, place)]
    return (
      <RowBoundary key={game.id} of={game}>
        <ActiveGame
          game={game}
          userId={userId}
          now={now}
          next={after.find(({ own }) => !own)}
          priority={place === 0}
          linked
        />
      </RowBoundary>
    )
  }
  return (
    <>
      <AsOf what="the games" readAt={readAt} />
      <JumpChips bands={bands} userId={userId} />
      {playable.length === 0 && soon.length === 0 && closed.length === 0 && (
        <div className="card">
          <Empty
            icon={<RodsDrawing />}
            title="No games available yet."
            text="The next game will appear here. Until then, see what other members are catching."
            action={
              <ButtonLink to="/newsfeed" variant="line">
                Go to News
              </ButtonLink>
            }
          />
        </div>
      )}
      {/* One flat list with keys: a card that changes its band keeps what its reader has typed and opened. */}
      <div className={styles.bands}>
        {[
          today.length > 0 && <BandHeading key="today" of="today" count={today.length} />,
          ...today.map(card),
          open.length > 0 && <BandHeading key="open" of="open" count={open.length} />,
          ...open.map(card),
        ]}
      </div>
      {whole && soon.length > 0 && (
        <section className={styles.section} aria-labelledby="soon">
          <BandHeading of="soon" count={soon.length} />
          <div className={`card ${styles.strips}`}>
            {soon.map((game) => (
              <RowBoundary key={game.id} of={game}>
                <ComingGame game={game} now={now} />
              </RowBoundary>
            ))}
          </div>
        </section>
      )}
      {whole && <div className={styles.section}>{cards}</div>}
      {whole && <Results userId={userId} closed={closed} now={now} stored={readAt !== undefined} />}
    </>
  )
}
