import { ReportSheet } from '../../../components/report/report-sheet.tsx'
import { reportRefusal } from '../../../data/reports/refusal.ts'
import { useReportMutation } from '../../../data/reports/report-mutation.ts'

export interface ReportPhotoProps {
  entryId: string
  userId: string
  onClose: () => void
}

/** Reports the photo of another member's entry. */
export function ReportPhoto({ entryId, userId, onClose }: ReportPhotoProps) {
  const report = useReportMutation()
  return (
    <ReportSheet
      open
      title="Report this photo"
      userId={userId}
      subjectId={entryId}
      send={(sent) => report.mutateAsync({ ...sent, kind: 'entry', subjectId: entryId })}
      refusal={reportRefusal}
      onClose={onClose}
    />
  )
}
