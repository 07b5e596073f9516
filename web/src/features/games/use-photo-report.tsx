import { type ReactNode, useState } from 'react'
import { lateOnly } from '../../components/ui/late.tsx'
import { useUserId } from '../../hooks/use-session.ts'

/** Its code is loaded when it is opened, because few ever report anything. */
const LateReport = lateOnly(async () => ({ default: (await import('./components/report-photo.tsx')).ReportPhoto }))

/** Lets members report the photos of others. */
export function usePhotoReport(): {
  /** Opens the report of an entry; undefined for the reader's own, and for those of members who have left. */
  reportOf: (entryId: string, entrantId: string) => (() => void) | undefined
  /** The form, while it is open. */
  sheet: ReactNode
} {
  const userId = useUserId()
  const [entryId, setEntryId] = useState<string>()
  return {
    // A member who has left is shown under the ID of the entry.
    reportOf: (id, entrantId) =>
      userId === undefined || entrantId === userId || entrantId === id ? undefined : () => setEntryId(id),
    sheet: userId !== undefined && entryId !== undefined && (
      <LateReport entryId={entryId} userId={userId} onClose={() => setEntryId(undefined)} />
    ),
  }
}
