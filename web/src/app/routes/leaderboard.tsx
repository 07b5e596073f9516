import type { QueryClient } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { Page } from '../../components/layout/page.tsx'
import { rankingQuery } from '../../data/leaderboard/ranking-query.ts'
import { parseTimeframe, type Timeframe } from '../../data/leaderboard/timeframe.ts'
import { LeaderboardPage } from '../../features/leaderboard/components/leaderboard-page.tsx'
import * as styles from '../../features/leaderboard/leaderboard.module.css'
import { useOwnSummary, useUserId } from '../../hooks/use-session.ts'

export function prepare(queries: QueryClient): void {
  const period = new URLSearchParams(window.location.search).get('period')
  void queries.prefetchQuery(rankingQuery(parseTimeframe(period)))
}

/** `/leaderboard`; the tab is in the address (`?period=month`), so that Back returns to the previous tab. */
export function Component() {
  const [search, setSearch] = useSearchParams()
  const userId = useUserId()
  const viewer = useOwnSummary()
  const open = (timeframe: Timeframe) =>
    setSearch(timeframe === 'all' ? {} : { period: timeframe }, { preventScrollReset: true })
  return (
    <Page title="Leaderboard" bare className={styles.leaderboard}>
      <LeaderboardPage
        timeframe={parseTimeframe(search.get('period'))}
        onTimeframe={open}
        userId={userId}
        viewer={viewer}
      />
    </Page>
  )
}
