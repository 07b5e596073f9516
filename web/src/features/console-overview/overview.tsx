import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { ErrorBanner } from '../../components/feedback/error-banner.tsx'
import { type Overview as Figures, overviewQuery } from '../../data/overview/console-overview-query.ts'
import { ClaimAges } from './components/claim-ages.tsx'
import { DayBars } from './components/day-bars.tsx'
import { GamesNow } from './components/games-now.tsx'
import { KindBars } from './components/kind-bars.tsx'
import { OverviewCard } from './components/overview-card.tsx'
import { OverviewSkeleton } from './components/overview-skeleton.tsx'
import { OverviewTiles } from './components/overview-tiles.tsx'
import { sumOfLast } from './figures.ts'
import * as styles from './overview.module.css'

/** The club in charts, at the top of the console's index page. */
export function Overview() {
  const id = useId()
  const { data, error, refetch } = useQuery(overviewQuery)
  return (
    <section className={styles.overview} aria-labelledby={id}>
      <h2 id={id}>Overview</h2>
      {error && !data && <ErrorBanner action="loadStatistics" error={error} onRetry={() => refetch()} />}
      {!error && !data && <OverviewSkeleton />}
      {data && (
        <>
          <OverviewTiles overview={data} />
          <Pictures overview={data} />
        </>
      )}
    </section>
  )
}

function Pictures({ overview: { days, points, claims, games, games_total } }: { overview: Figures }) {
  return (
    <div className={styles.pictures}>
      <OverviewCard heading="Sign-ups" span="30 days">
        {sumOfLast(days, 30, 'sign_ups') > 0 ? (
          <DayBars days={days} figure="sign_ups" label="Sign-ups" />
        ) : (
          <p className={styles.nothing}>No sign-ups in the last 30 days.</p>
        )}
      </OverviewCard>
      <OverviewCard heading="Posts" span="30 days">
        {sumOfLast(days, 30, 'posts') > 0 ? (
          <DayBars days={days} figure="posts" label="Posts" />
        ) : (
          <p className={styles.nothing}>No posts in the last 30 days.</p>
        )}
      </OverviewCard>
      <OverviewCard heading="Points given" span="30 days">
        <KindBars points={points} />
      </OverviewCard>
      <OverviewCard heading="Open claims by age" span="now">
        <ClaimAges ages={claims} />
      </OverviewCard>
      <OverviewCard heading="Games in progress" span="now">
        <GamesNow games={games} total={games_total} />
      </OverviewCard>
    </div>
  )
}
