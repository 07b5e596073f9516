import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { Empty } from '../../../components/feedback/empty.tsx'
import { LoadFailure } from '../../../components/feedback/load-failure.tsx'
import { SkeletonGroup } from '../../../components/feedback/skeleton.tsx'
import { Card } from '../../../components/ui/card.tsx'
import { FloatDrawing } from '../../../components/ui/float-drawing.tsx'
import { useLeaderboardRealtime } from '../../../data/leaderboard/realtime.ts'
import { seasonsQuery, seasonTableQuery } from '../../../data/leaderboard/seasons-query.ts'
import * as styles from '../seasons.module.css'
import { FinalTable } from './final-table.tsx'
import { RankingSkeleton } from './ranking-list.tsx'

export interface SeasonsPageProps {
  /** First day of the season that the address names; undefined for the newest. */
  begins: string | undefined
}

/** The final tables of seasons that have ended: a link for each, and the places of the chosen one. */
export function SeasonsPage({ begins }: SeasonsPageProps) {
  useLeaderboardRealtime(undefined)
  const seasons = useQuery(seasonsQuery())
  const table = useQuery(seasonTableQuery(begins))
  // The table of the newest season may have come with one that the list does not have yet.
  const chosen = begins ?? table.data?.[0]?.season ?? seasons.data?.[0]?.begins
  const shown = seasons.data?.find((season) => season.begins === chosen)
  const isListOld = begins === undefined && table.isSuccess && seasons.isSuccess && chosen !== undefined && !shown
  const { refetch } = seasons
  useEffect(() => {
    if (isListOld) void refetch()
  }, [isListOld, refetch])
  if ((seasons.isError && !seasons.data) || (table.isError && !table.data))
    return (
      <LoadFailure
        action="loadSeasons"
        error={seasons.error ?? table.error}
        onRetry={() => void Promise.all([seasons.refetch(), table.refetch()])}
      />
    )
  if (seasons.data?.length === 0)
    return (
      <Card>
        <Empty
          icon={<FloatDrawing />}
          title="No season has ended yet."
          text="When the season ends, its first hundred places are kept here."
        />
      </Card>
    )
  return (
    <>
      <nav aria-label="Seasons" className={styles.choice}>
        {seasons.data ? (
          seasons.data.map((season, at) => (
            <Link
              key={season.begins}
              className={styles.season}
              to={at === 0 ? '/leaderboard/seasons' : `/leaderboard/seasons?season=${season.begins}`}
              aria-current={season === shown ? 'page' : undefined}
            >
              {season.name}
            </Link>
          ))
        ) : (
          <span className={`skeleton ${styles.chipShape}`} aria-hidden="true" />
        )}
      </nav>
      {table.data && seasons.data && !isListOld ? (
        <FinalTable season={shown} places={table.data} />
      ) : (
        <SkeletonGroup label="Loading the season">
          <div className={`skeleton ${styles.headingShape}`} />
          <RankingSkeleton />
        </SkeletonGroup>
      )}
    </>
  )
}
