import { useQuery } from '@tanstack/react-query'
import { ErrorBanner } from '../../../components/feedback/error-banner.tsx'
import { LoadFailure } from '../../../components/feedback/load-failure.tsx'
import { gamePhase } from '../../../components/game/game-phase.ts'
import { orderGames } from '../../../components/game/order-games.ts'
import { figuresQuery } from '../../../data/dashboard/figures-query.ts'
import { pendingReferralsQuery } from '../../../data/dashboard/pending-referrals-query.ts'
import { useDashboardRealtime } from '../../../data/dashboard/realtime.ts'
import { referralStatsQuery } from '../../../data/dashboard/referral-stats-query.ts'
import { activeGamesQuery } from '../../../data/games/active-games-query.ts'
import { unclaimedQuery } from '../../../data/prizes/unclaimed-query.ts'
import { recentClaimsQuery } from '../../../data/prizes/won-query.ts'
import { useNow } from '../../../hooks/use-now.ts'
import { useOwnSummary } from '../../../hooks/use-session.ts'
import { joinClasses } from '../../../lib/join-classes.ts'
import * as styles from '../dashboard.module.css'
import { FIRST_STEPS, isCatchFirst, stepsTaken } from '../first-steps.ts'
import * as numbers from '../tiles.module.css'
import { useFirstSession } from '../use-first-session.ts'
import { FirstSession, FirstSessionShape } from './first-session.tsx'
import { PendingReferrals } from './pending-referrals.tsx'
import { PointsHistory } from './points-history.tsx'
import { PointsTile } from './points-tile.tsx'
import { PrizeClaims } from './prize-claims.tsx'
import { ReferralStats } from './referral-stats.tsx'
import { hasNoTiles, StatTiles } from './stat-tiles.tsx'

/**
 * The member's figures, and below them pending actions; a new member's first steps come before both. A section that cannot
 * be loaded is left out.
 */
export function DashboardPage({ userId }: { userId: string }) {
  const summary = useOwnSummary()
  useDashboardRealtime(userId, summary?.isSuspended === false)
  const figures = useQuery(figuresQuery(userId))
  const stats = useQuery(referralStatsQuery(userId))
  const pending = useQuery(pendingReferralsQuery(userId))
  const awards = useQuery(unclaimedQuery(userId))
  const claimed = useQuery(recentClaimsQuery(userId))
  const first = useFirstSession(userId, figures.data?.firstSession === null && summary?.isSuspended === false)
  const games = useQuery({ ...activeGamesQuery(userId), enabled: first.may })
  const now = useNow(...(games.data ?? []).flatMap(({ startDate, endDate }) => [startDate, endDate]))
  const queries = [figures, stats, pending, awards, claimed, ...(first.may ? [games] : [])]
  // One message, once it is known what is missing.
  const failure = queries.some(({ isPending }) => isPending) ? undefined : queries.find(isMissing)
  const retry = () => {
    for (const query of queries) if (isMissing(query)) void query.refetch()
  }
  if (queries.every(isMissing))
    return (
      <LoadFailure
        action="loadStatistics"
        error={figures.error}
        onRetry={retry}
        out={{ to: '/games', text: 'Go to Games' }}
      />
    )
  const isWaiting = first.may && [figures, stats, awards, games].some(({ isPending }) => isPending)
  const openGame = orderGames(games.data ?? [], now).find((game) => gamePhase(game, now) === 'open')
  // While it is not known, nobody is told that none is open.
  const mayEnter = openGame !== undefined || games.isError
  const session = first.may ? figures.data?.firstSession : undefined
  const taken = session && figures.data && stats.data ? stepsTaken(figures.data, stats.data, mayEnter) : undefined
  // A new member is shown no zeros and no empty lists.
  const sparse = !isWaiting && taken !== undefined && taken.size < FIRST_STEPS.length
  const isAlone = sparse && figures.data && stats.data ? hasNoTiles(figures.data, stats.data) : false
  const isEmpty = (...lists: (readonly unknown[] | undefined)[]) => sparse && lists.every((list) => list?.length === 0)
  return (
    <>
      {isWaiting && <FirstSessionShape />}
      {sparse && session && figures.data && (
        <FirstSession
          username={summary?.username}
          session={session}
          taken={taken}
          game={openGame}
          isCatch={isCatchFirst(figures.data, mayEnter)}
          now={now}
          calm={(awards.data ?? []).length > 0}
          onHide={first.hide}
        />
      )}
      {failure && (
        <ErrorBanner className={styles.failure} action="loadStatistics" error={failure.error} onRetry={retry} />
      )}
      {!isMissing(figures) && (
        <section
          className={joinClasses(numbers.tiles, isAlone && numbers.alone)}
          aria-label="Your numbers"
          style={hiddenWhile(isWaiting)}
        >
          <PointsTile figures={figures.data} sparse={sparse} />
          {!isAlone && (
            <StatTiles figures={figures.data} referrals={isMissing(stats) ? null : stats.data} sparse={sparse} />
          )}
        </section>
      )}
      <div className={`two-columns ${styles.columns}`} style={hiddenWhile(isWaiting)}>
        <div className="stack-5">
          {!isMissing(awards) && !isEmpty(awards.data, claimed.data) && (
            <PrizeClaims awards={awards.data} claimed={claimed.data} />
          )}
          {!isMissing(figures) && !isEmpty(figures.data?.history) && <PointsHistory history={figures.data?.history} />}
        </div>
        <div className="stack-5">
          {/* Stays after the last one was approved, with the word about it. */}
          {!isMissing(pending) && !(isEmpty(pending.data) && stats.data?.total === 0) && (
            <PendingReferrals referrals={pending.data} />
          )}
          {!isMissing(stats) && !(sparse && stats.data?.total === 0) && <ReferralStats stats={stats.data} />}
        </div>
      </div>
    </>
  )
}

// Loaded data stays visible when a refetch fails.
const isMissing = (query: { isError: boolean; data: unknown }) => query.isError && query.data === undefined

// Its position depends on what loads above it.
const hiddenWhile = (isWaiting: boolean) => (isWaiting ? ({ visibility: 'hidden' } as const) : undefined)
