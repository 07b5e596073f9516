import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Skeleton, SkeletonGroup } from '../../../components/feedback/skeleton.tsx'
import { RowBoundary } from '../../../components/ui/row-boundary.tsx'
import { activeGamesQuery } from '../../../data/games/active-games-query.ts'
import { useGamesRealtime } from '../../../data/games/realtime.ts'
import { rankingQuery } from '../../../data/leaderboard/ranking-query.ts'
import { useLeaderboardRealtime } from '../../../data/leaderboard/realtime.ts'
import { activeVideoQuery } from '../../../data/live/active-video-query.ts'
import { newestMembersQuery } from '../../../data/network/newest-members-query.ts'
import { useOwnSummary } from '../../../hooks/use-session.ts'
import * as styles from '../rail.module.css'
import { AroundYou } from './around-you.tsx'
import { NewMembers } from './new-members.tsx'
import { NextGame } from './next-game.tsx'
import { NextVideo } from './next-video.tsx'

/** Beside the feed: the reader's place in the ranking, the next game, new members and the next live video. */
export default function Rail({ userId, children }: { userId: string; children: ReactNode }) {
  const own = useOwnSummary()
  const ranking = useQuery(rankingQuery('all'))
  const games = useQuery(activeGamesQuery(userId))
  const members = useQuery(newestMembersQuery(userId))
  const video = useQuery(activeVideoQuery())
  useLeaderboardRealtime(own && { id: userId, username: own.username })
  useGamesRealtime(userId)
  // All are shown at the same moment, so that no card moves another one. A part that could not be loaded is left out.
  if (!own || [ranking, games, members, video].some(({ isPending }) => isPending)) return <RailSkeleton />
  return (
    <div className={styles.rail}>
      <RowBoundary of={null}>
        <AroundYou ranking={ranking.data ?? []} own={own} />
      </RowBoundary>
      <RowBoundary of={null}>
        <NextGame games={games.data ?? []} />
      </RowBoundary>
      <RowBoundary of={null}>
        <NewMembers members={members.data ?? []} />
      </RowBoundary>
      <RowBoundary of={null}>
        <NextVideo video={video.data ?? null} />
      </RowBoundary>
      {children}
    </div>
  )
}

const HEIGHTS = [228, 320, 176]

function RailSkeleton() {
  return (
    <SkeletonGroup label="Loading">
      <div className={styles.rail}>
        {HEIGHTS.map((height) => (
          <Skeleton key={height} height={height} className={styles.shape} />
        ))}
      </div>
    </SkeletonGroup>
  )
}
