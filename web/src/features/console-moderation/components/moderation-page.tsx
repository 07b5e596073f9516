import { useQuery } from '@tanstack/react-query'
import { ConsolePage } from '../../../components/console/console-page.tsx'
import { Views } from '../../../components/console/views.tsx'
import { appealsQuery } from '../../../data/reports/console-appeals-query.ts'
import { reportCountsQuery } from '../../../data/reports/console-queue-query.ts'
import { useConsoleReportsRealtime } from '../../../data/reports/console-realtime.ts'
import { useConsoleTopic } from '../../../hooks/use-console-topic.ts'
import { useView, VIEWS } from '../use-queue.ts'
import { AnswersView } from './answers-view.tsx'
import { ReportsView } from './reports-view.tsx'

/** What members report, and what suspended members answer: the views, and one of them. */
export function ModerationPage() {
  useConsoleReportsRealtime(useConsoleTopic())
  const { view, onView } = useView()
  const counts = useQuery(reportCountsQuery).data
  const answers = useQuery(appealsQuery).data?.length
  // Hidden ones are open as well.
  const total = counts && counts.open + (answers ?? 0)
  const waiting = { open: counts?.open, answers, hidden: counts?.hidden, decided: 0 }

  return (
    <ConsolePage title="Moderation" count={total || undefined} counted="waiting">
      <Views views={VIEWS} current={view} onView={onView} counts={waiting} />
      {view === 'answers' ? <AnswersView /> : <ReportsView view={view} />}
    </ConsolePage>
  )
}
