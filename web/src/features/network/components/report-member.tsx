import { ReportSheet } from '../../../components/report/report-sheet.tsx'
import { reportRefusal } from '../../../data/reports/refusal.ts'
import { useReportMutation } from '../../../data/reports/report-mutation.ts'

export interface ReportMemberProps {
  userId: string
  /** Undefined keeps the sheet closed. */
  member: { id: string; username: string } | undefined
  onClose: () => void
}

/** Reports a member, for what the profile or the member's conduct is. */
export function ReportMember({ userId, member, onClose }: ReportMemberProps) {
  const report = useReportMutation()
  return (
    <ReportSheet
      open={member !== undefined}
      title={
        <>
          Report <bdi>{member?.username}</bdi>
        </>
      }
      userId={userId}
      subjectId={member?.id ?? ''}
      send={(sent) => report.mutateAsync({ ...sent, kind: 'member', subjectId: member?.id ?? '' })}
      refusal={reportRefusal}
      onClose={onClose}
    />
  )
}
