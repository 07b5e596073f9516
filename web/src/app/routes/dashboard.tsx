import { Page } from '../../components/layout/page.tsx'
import { ButtonLink } from '../../components/ui/button-link.tsx'
import { DashboardPage } from '../../features/dashboard/components/dashboard-page.tsx'
import { useUserId } from '../../hooks/use-session.ts'

/** `/dashboard`. The guard admits only members; the text is for a session that ends while the page is open. */
export function Component() {
  const userId = useUserId()
  return (
    <Page
      title="Dashboard"
      actions={
        userId !== undefined && (
          <div className="cluster wrap">
            <ButtonLink to="/rewards" variant="line">
              Rewards
            </ButtonLink>
            <ButtonLink to="/journal" variant="line">
              Journal
            </ButtonLink>
          </div>
        )
      }
    >
      {userId === undefined ? <p>Please log in to view your dashboard</p> : <DashboardPage userId={userId} />}
    </Page>
  )
}
