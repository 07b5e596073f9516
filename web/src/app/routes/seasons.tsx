import { useSearchParams } from 'react-router'
import { Page } from '../../components/layout/page.tsx'
import { BackLink } from '../../components/single/back-link.tsx'
import { SeasonsPage } from '../../features/leaderboard/components/seasons-page.tsx'

/** `/leaderboard/seasons`; the season is in the address by its first day (`?season=2026-01-01`), without it the newest. */
export function Component() {
  const [search] = useSearchParams()
  const chosen = search.get('season')
  return (
    <Page title="Past seasons" bare className="page">
      <BackLink to="/leaderboard?period=season">Leaderboard</BackLink>
      <div className="page-head">
        <div>
          <h1 tabIndex={-1}>Past seasons</h1>
          <p>The final table of each season, by the points earned in it. Gifts and rewards do not count.</p>
        </div>
      </div>
      <SeasonsPage begins={chosen && /^\d{4}-\d{2}-\d{2}$/.test(chosen) ? chosen : undefined} />
    </Page>
  )
}
