import { useQuery } from '@tanstack/react-query'
import { type ComponentType, lazy, Suspense, useMemo } from 'react'
import { Link } from 'react-router'
import { AsOf } from '../../../components/feedback/as-of.tsx'
import { Empty } from '../../../components/feedback/empty.tsx'
import { LoadFailure } from '../../../components/feedback/load-failure.tsx'
import { SkeletonGroup } from '../../../components/feedback/skeleton.tsx'
import type { ShareButtonProps } from '../../../components/share/share-button.tsx'
import { ButtonLink } from '../../../components/ui/button-link.tsx'
import { Card } from '../../../components/ui/card.tsx'
import { FloatDrawing } from '../../../components/ui/float-drawing.tsx'
import { Segmented } from '../../../components/ui/segmented.tsx'
import { leaderboardKeys } from '../../../data/leaderboard/keys.ts'
import { positionQuery } from '../../../data/leaderboard/position-query.ts'
import { rankingQuery } from '../../../data/leaderboard/ranking-query.ts'
import { useLeaderboardRealtime } from '../../../data/leaderboard/realtime.ts'
import type { Timeframe } from '../../../data/leaderboard/timeframe.ts'
import { useDrawn } from '../../../hooks/use-drawn.ts'
import { useLastCopy } from '../../../hooks/use-last-copy.ts'
import { useOnline } from '../../../hooks/use-online.ts'
import { joinClasses } from '../../../lib/join-classes.ts'
import { arrange } from '../arrange.ts'
import * as styles from '../leaderboard.module.css'
import { useInView } from '../use-in-view.ts'
import type { NearYouProps } from './near-you.tsx'
import { OwnPosition } from './own-position.tsx'
import { Podium, PodiumSkeleton } from './podium.tsx'
import { RankingList, RankingSkeleton } from './ranking-list.tsx'

// Not for guests: the landing page, from which they come, has little code. Without it the page is still whole.
const ShareButton = lazy<ComponentType<ShareButtonProps>>(async () => ({
  default: await import('../../../components/share/share-button.tsx').then(
    (loaded) => loaded.ShareButton,
    () => () => null,
  ),
}))

// For members below the places shown; guests do not load it.
const NearYou = lazy<ComponentType<NearYouProps>>(async () => ({
  default: await import('./near-you.tsx').then(
    (loaded) => loaded.NearYou,
    () => () => null,
  ),
}))

const TABS = [
  { value: 'all', label: 'All Time' },
  { value: 'season', label: 'This Season' },
  { value: 'month', label: 'This Month' },
  { value: 'week', label: 'This Week' },
] as const
const PANEL = 'ranking'
// The first rows, enough for any screen.
const PACE = { first: 12, step: 30 }
// A row under the top bar or behind the tab bar does not count as visible.
const UNCOVERED = '-60px 0px -72px 0px'

export interface LeaderboardPageProps {
  timeframe: Timeframe
  onTimeframe: (timeframe: Timeframe) => void
  /** Of the viewer; undefined for a guest. Known before `viewer`, so that the list can reserve space for their position. */
  userId: string | undefined
  /** The signed-in member; guests have no position. */
  viewer: { id: string; username: string; avatarUrl: string | null } | undefined
}

/** The content of `main.lb`: tabs and podium on the deep panel, the list from the fourth on, and the own position. */
export function LeaderboardPage({ timeframe, onTimeframe, userId, viewer }: LeaderboardPageProps) {
  const signedIn = userId !== undefined
  useLeaderboardRealtime(viewer)
  const ranking = useQuery(rankingQuery(timeframe))
  const position = useQuery({ ...positionQuery(timeframe, viewer?.id ?? ''), enabled: viewer !== undefined })
  const readAt = useLastCopy(`leaderboard-${timeframe}`, leaderboardKeys.ranking(timeframe), userId, useOnline())
  const [ownRef, rowInView] = useInView(UNCOVERED)
  const { podium, list } = useMemo(() => arrange(ranking.data ?? []), [ranking.data])
  const drawn = useDrawn(ranking.data?.length, PACE, timeframe)
  const rows = useMemo(() => list.slice(0, drawn), [list, drawn])
  // After the last row, so that rows which are still to be drawn do not move it.
  const isBelow =
    rows.length === list.length && ranking.data?.every(({ username }) => username !== viewer?.username) === true
  const unranked = !position.isPending && !position.data
  const own = viewer && position.data && ranking.data?.length ? { viewer, position: position.data } : undefined

  return (
    <>
      <div className={`deep on-deep ${styles.head}`}>
        <div className={styles.headInner}>
          <div className={styles.heading}>
            <div className={styles.title}>
              <h1 tabIndex={-1}>Leaderboard</h1>
              {signedIn && (
                <Link to="/records" className={styles.records}>
                  Club records
                </Link>
              )}
              {signedIn && (
                <span className={styles.share}>
                  <Suspense>
                    <ShareButton
                      path={timeframe === 'all' ? '/leaderboard' : `/leaderboard?period=${timeframe}`}
                      title="Leaderboard"
                      label="Share leaderboard"
                    />
                  </Suspense>
                </span>
              )}
            </div>
            <Segmented
              label="Time period"
              role="tablist"
              options={TABS}
              value={timeframe}
              onChange={onTimeframe}
              panelId={PANEL}
            />
          </div>
          {ranking.isPending && <PodiumSkeleton />}
          {podium.length > 0 && <Podium steps={podium} ownName={viewer?.username} ownRef={ownRef} />}
        </div>
      </div>
      <div className={joinClasses(`page ${styles.columns}`, (!signedIn || unranked) && styles.alone)}>
        <div role="tabpanel" id={PANEL} aria-labelledby={`${PANEL}-tab-${timeframe}`} tabIndex={-1}>
          <p className={styles.guide}>
            <Link className="tap-line" to="/points">
              How points are earned
            </Link>
          </p>
          {ranking.isPending && (
            <SkeletonGroup label="Loading leaderboard">
              <RankingSkeleton />
            </SkeletonGroup>
          )}
          {ranking.isError && !ranking.data && (
            <LoadFailure
              action="loadLeaderboard"
              error={ranking.error}
              onRetry={() => void ranking.refetch()}
              {...(!signedIn && { out: { to: '/', text: 'Return Home' } })}
            />
          )}
          <AsOf what="the leaderboard" readAt={readAt} />
          {ranking.data?.length === 0 && (
            <Card>
              <Empty
                icon={<FloatDrawing />}
                title="No points recorded for this time period."
                text={signedIn ? 'The first member to earn points takes the lead.' : undefined}
                action={
                  signedIn ? (
                    <ButtonLink to="/games" variant="line">
                      See what is open to play
                    </ButtonLink>
                  ) : undefined
                }
              />
            </Card>
          )}
          {list.length > 0 && <RankingList of={timeframe} members={rows} ownName={viewer?.username} ownRef={ownRef} />}
          {own && isBelow && typeof own.position.rank === 'number' && (
            <Suspense>
              <NearYou timeframe={timeframe} userId={own.viewer.id} rank={own.position.rank} ownRef={ownRef} />
            </Suspense>
          )}
          {timeframe === 'season' && ranking.data && (
            <p className={styles.past}>
              <Link to="/leaderboard/seasons">Past seasons</Link>
            </p>
          )}
        </div>
        {own && (
          <OwnPosition
            name={own.viewer.username}
            avatarUrl={own.viewer.avatarUrl}
            position={own.position}
            rowInView={rowInView}
          />
        )}
      </div>
    </>
  )
}
