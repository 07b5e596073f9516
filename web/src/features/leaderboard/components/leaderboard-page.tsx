import { useQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import { Empty } from '../../../components/feedback/empty.tsx'
import { ErrorBanner } from '../../../components/feedback/error-banner.tsx'
import { SkeletonGroup } from '../../../components/feedback/skeleton.tsx'
import { Card } from '../../../components/ui/card.tsx'
import { FloatDrawing } from '../../../components/ui/drawings.tsx'
import { Segmented } from '../../../components/ui/segmented.tsx'
import { positionQuery } from '../../../data/leaderboard/position-query.ts'
import { rankingQuery } from '../../../data/leaderboard/ranking-query.ts'
import { useLeaderboardRealtime } from '../../../data/leaderboard/realtime.ts'
import type { Timeframe } from '../../../data/leaderboard/timeframe.ts'
import { useDrawn } from '../../../hooks/use-drawn.ts'
import { arrange } from '../arrange.ts'
import '../leaderboard.css'
import { useInView } from '../use-in-view.ts'
import { OwnPosition } from './own-position.tsx'
import { Podium, PodiumSkeleton } from './podium.tsx'
import { RankingList, RankingSkeleton } from './ranking-list.tsx'

const TABS = [
  { value: 'all', label: 'All Time' },
  { value: 'month', label: 'This Month' },
  { value: 'week', label: 'This Week' },
] as const
const PANEL = 'ranking'
// Rows that fill any screen first.
const PACE = { first: 12, step: 30 }
// A row under the top bar or behind the tab bar is not to be seen.
const UNCOVERED = '-60px 0px -72px 0px'

export interface LeaderboardPageProps {
  timeframe: Timeframe
  onTimeframe: (timeframe: Timeframe) => void
  /** Known before `viewer` is, so that the list leaves room for the place that will stand beside it. */
  signedIn: boolean
  /** The signed-in member; guests have no place of their own. */
  viewer: { id: string; username: string; avatarUrl: string | null } | undefined
}

/** Inside `main.lb`: tabs and podium on the deep panel, the list from the fourth below it, the viewer's own place always in sight. */
export function LeaderboardPage({ timeframe, onTimeframe, signedIn, viewer }: LeaderboardPageProps) {
  useLeaderboardRealtime()
  const ranking = useQuery(rankingQuery(timeframe))
  const position = useQuery({ ...positionQuery(timeframe, viewer?.id ?? ''), enabled: viewer !== undefined })
  const [ownRef, rowInView] = useInView(UNCOVERED)
  const { podium, list } = arrange(ranking.data ?? [])
  const drawn = useDrawn(ranking.data?.length, PACE, timeframe)
  const unranked = !position.isPending && !position.data
  const own = viewer && position.data && ranking.data?.length ? { viewer, position: position.data } : undefined

  return (
    <>
      <div className="deep on-deep lb-head">
        <div className="lb-head-in">
          <div className="lb-top">
            <h1 tabIndex={-1}>Leaderboard</h1>
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
      <div className={clsx('page lb-page', (!signedIn || unranked) && 'is-alone')}>
        <div role="tabpanel" id={PANEL} aria-labelledby={`${PANEL}-tab-${timeframe}`} tabIndex={-1}>
          {ranking.isPending && (
            <SkeletonGroup label="Loading leaderboard">
              <RankingSkeleton />
            </SkeletonGroup>
          )}
          {ranking.isError && !ranking.data && (
            <ErrorBanner action="loadLeaderboard" error={ranking.error} onRetry={() => ranking.refetch()} />
          )}
          {ranking.data?.length === 0 && (
            <Card>
              <Empty icon={<FloatDrawing />} title="No points recorded for this time period." />
            </Card>
          )}
          {list.length > 0 && <RankingList members={list.slice(0, drawn)} ownName={viewer?.username} ownRef={ownRef} />}
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
