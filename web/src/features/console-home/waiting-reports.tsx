import { useQuery } from '@tanstack/react-query'
import { Empty } from '../../components/feedback/empty.tsx'
import { ErrorBanner } from '../../components/feedback/error-banner.tsx'
import { Skeleton, SkeletonGroup } from '../../components/feedback/skeleton.tsx'
import { Card } from '../../components/ui/card.tsx'
import { FloatDrawing } from '../../components/ui/float-drawing.tsx'
import { waitingReportsQuery } from '../../data/overview/console-waiting-query.ts'
import { useNow } from '../../hooks/use-now.ts'
import { AppealsToDo } from './components/appeals-to-do.tsx'
import { RecordsToDo } from './components/records-to-do.tsx'
import { ReportsToDo } from './components/reports-to-do.tsx'
import * as styles from './home.module.css'

/** The moderators' to-do list. */
export function WaitingReports() {
  const now = useNow()
  const { data, error, refetch } = useQuery(waitingReportsQuery)
  if (error && !data) return <ErrorBanner action="loadData" error={error} onRetry={() => refetch()} />
  if (!data)
    return (
      <SkeletonGroup label="Loading the to-do list">
        <Card pad>
          <Skeleton height={120} />
        </Card>
      </SkeletonGroup>
    )
  return (
    <Card className={styles.toDo}>
      {data.reports.count > 0 && <ReportsToDo reports={data.reports} now={now} />}
      {data.appeals.count > 0 && <AppealsToDo appeals={data.appeals} now={now} />}
      {data.records.count > 0 && <RecordsToDo records={data.records} now={now} />}
      {data.reports.count + data.appeals.count + data.records.count === 0 && (
        <Empty icon={<FloatDrawing />} titleAs="h2" title="Nothing is waiting. Go fishing." />
      )}
    </Card>
  )
}
