import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Banner } from '../../../components/feedback/banner.tsx'
import { LoadFailure } from '../../../components/feedback/load-failure.tsx'
import { gamePhase } from '../../../components/game/game-phase.ts'
import { Page } from '../../../components/layout/page.tsx'
import { BackLink } from '../../../components/single/back-link.tsx'
import { NotFound } from '../../../components/single/not-found.tsx'
import { TakenDown } from '../../../components/single/taken-down.tsx'
import { ButtonLink } from '../../../components/ui/button-link.tsx'
import { activeGamesQuery } from '../../../data/games/active-games-query.ts'
import type { Game } from '../../../data/games/game.ts'
import { type FoundGame, gameByIdQuery } from '../../../data/games/game-by-id-query.ts'
import { useGamesRealtime } from '../../../data/games/realtime.ts'
import { useGamesRefresh } from '../../../data/games/use-games-refresh.ts'
import { useReadHere } from '../../../data/notifications/read-here.ts'
import { useNow } from '../../../hooks/use-now.ts'
import * as styles from '../results.module.css'
import { ActiveGame } from './active-game.tsx'
import { ClosedGameCard } from './closed-game-card.tsx'
import { CompletedGameCard } from './completed-game-card.tsx'
import { GamesSkeleton } from './games-skeleton.tsx'

const GAMES = { to: '/games', text: 'Go to Games' }

export interface SingleGameProps {
  userId: string
  gameId: string
  /** Mutes or unmutes this game; beside the link back to the list. */
  mute: ReactNode
}

/**
 * One game at its own address. While it is active it comes from the list of active games, which messages and the
 * member's own entry keep up to date; otherwise it is looked up.
 */
export function SingleGame({ userId, gameId, mute }: SingleGameProps) {
  const games = useQuery(activeGamesQuery(userId))
  useGamesRealtime(userId)
  useGamesRefresh(userId, games.data)
  const active = games.data?.find(({ id }) => id === gameId)
  const found = useQuery({ ...gameByIdQuery(userId, gameId), enabled: games.data !== undefined && !active })
  const game = active ?? found.data?.game
  useReadHere(game && `/games/${gameId}`)
  const now = useNow(...(game ? [game.startDate, game.endDate] : []))
  // If this viewer never saw the game, the address is unknown; if they did, the game has been removed.
  const [wasThere, setWasThere] = useState(false)
  if (game && !wasThere) setWasThere(true)

  const page = (content: ReactNode, title = 'Game') => (
    <Page title={title} bare className="page">
      <div className="cluster between wrap">
        <BackLink to="/games">Games</BackLink>
        {game && mute}
      </div>
      <h1 className="visually-hidden" tabIndex={-1}>
        {title}
      </h1>
      {content}
    </Page>
  )
  if (game)
    return page(
      active ? (
        <StillActive game={active} userId={userId} now={now} />
      ) : (
        found.data && <Found {...found.data} userId={userId} now={now} />
      ),
      game.title,
    )
  const failed = games.data ? found : games
  if (failed.isError)
    return page(
      <LoadFailure action="loadGames" error={failed.error} onRetry={() => void failed.refetch()} out={GAMES} />,
    )
  if (found.data === undefined) return page(<GamesSkeleton />)
  return wasThere ? page(<TakenDown title="This game is no longer here." to="/games" way={GAMES.text} />) : <NotFound />
}

function StillActive({ game, userId, now }: { game: Game; userId: string; now: Date }) {
  const phase = gamePhase(game, now)
  if (phase === 'closed')
    return (
      <div className={styles.single}>
        <h2 className="visually-hidden">Waiting for its result</h2>
        <ClosedGameCard game={game} now={now} />
      </div>
    )
  return (
    <>
      <h2 className="visually-hidden">{phase === 'open' ? 'Open' : 'Coming up'}</h2>
      <ActiveGame game={game} userId={userId} now={now} priority />
    </>
  )
}

function Found({ game, status, userId, now }: FoundGame & { userId: string; now: Date }) {
  if (status === 'active') return <StillActive game={game} userId={userId} now={now} />
  if (status === 'completed')
    return (
      <div className={styles.single}>
        <h2 className="visually-hidden">Result</h2>
        <CompletedGameCard game={game} />
      </div>
    )
  return (
    <>
      <Banner tone="warn">
        {status === 'draft'
          ? 'This game is a draft. Members do not see it yet.'
          : 'This game was cancelled. Members no longer see it.'}
      </Banner>
      <p className={styles.more}>
        <ButtonLink to="/admin/games">Open the console</ButtonLink>
      </p>
    </>
  )
}
