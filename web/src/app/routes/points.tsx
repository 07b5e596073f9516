import { Spinner } from '../../components/feedback/spinner.tsx'
import { Page } from '../../components/layout/page.tsx'
import { PointsGuidePage } from '../../features/points/components/points-guide-page.tsx'
import { useSession } from '../../hooks/use-session.ts'

/** `/points`, also for guests, who are told less. */
export function Component() {
  const session = useSession()
  if (session.status === 'loading') return <Spinner page />
  return (
    <Page title="How points are earned" lead="As the club has set it.">
      <PointsGuidePage userId={session.status === 'member' ? session.userId : undefined} />
    </Page>
  )
}
