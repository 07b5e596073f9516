import { ReportSheet } from '../../../components/report/report-sheet.tsx'
import { reportRefusal } from '../../../data/reports/refusal.ts'
import { useReportMutation } from '../../../data/reports/report-mutation.ts'

export interface ReportProps {
  kind: 'post' | 'comment'
  id: string
  userId: string
  onClose: () => void
}

/** Reports a post or comment of another member. */
export function Report({ kind, id, userId, onClose }: ReportProps) {
  const report = useReportMutation()
  return (
    <ReportSheet
      open
      title={`Report this ${kind}`}
      userId={userId}
      subjectId={id}
      send={(sent) => report.mutateAsync({ ...sent, kind, subjectId: id })}
      refusal={reportRefusal}
      onClose={onClose}
    />
  )
}
