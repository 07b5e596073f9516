import { useQuery } from '@tanstack/react-query'
import { ConsolePage } from '../../../components/console/console-page.tsx'
import { waitingReportsQuery } from '../../../data/overview/console-waiting-query.ts'
import { WaitingReports } from '../../../features/console-home/waiting-reports.tsx'

/** `/admin` of a moderator: the reports, answers and offered catches that wait. */
export function Component() {
  const { data: waiting } = useQuery(waitingReportsQuery)
  return (
    <ConsolePage
      title="Home"
      count={waiting && waiting.reports.count + waiting.appeals.count + waiting.records.count}
      counted="to do"
    >
      <WaitingReports />
    </ConsolePage>
  )
}
