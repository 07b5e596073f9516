import type { AuditEntry } from '../../data/audit/audit-entry.ts'
import type { CsvColumn } from '../../lib/csv.ts'
import { detailLines } from './detail-lines.ts'
import { plainSentence } from './sentence.ts'

/** The audit trail as a spreadsheet: readable, with the ids that the screen leaves out. */
export const AUDIT_CSV: readonly CsvColumn<AuditEntry>[] = [
  { header: 'At', value: ({ at }) => at },
  { header: 'What happened', value: plainSentence },
  { header: 'Details', value: (entry) => detailLines(entry).join('; ') },
  { header: 'Action', value: ({ action }) => action },
  { header: 'Team member', value: ({ actor_name }) => actor_name },
  { header: 'Team member id', value: ({ actor_id }) => actor_id },
  { header: 'Subject kind', value: ({ subject_kind }) => subject_kind },
  { header: 'Subject', value: ({ subject_label }) => subject_label },
  { header: 'Subject id', value: ({ subject_id }) => subject_id },
]

/** `audit-trail-2026-11-21` */
export const fileNameOf = (now: Date) => `audit-trail-${now.toISOString().slice(0, 10)}`
