import EyeOff from 'lucide-react/icons/eye-off'
import { Avatar } from '../../../components/ui/avatar.tsx'
import { Moment } from '../../../components/ui/moment.tsx'
import { Pill } from '../../../components/ui/pill.tsx'
import { RowBoundary } from '../../../components/ui/row-boundary.tsx'
import type { ReportRow } from '../../../data/reports/console-queue-query.ts'
import { useNow } from '../../../hooks/use-now.ts'
import { useUserId } from '../../../hooks/use-session.ts'
import { formatAgo, formatCount } from '../../../lib/format.ts'
import { decisionText, KIND_NAMES, reasonsText } from '../case-text.ts'
import * as styles from '../moderation.module.css'

export interface CaseListProps {
  label: string
  rows: readonly ReportRow[]
  /** The case in the panel. */
  caseId: string | undefined
  onOpen: (id: string) => void
}

/** The cases of a view; the author's name opens one. */
export function CaseList({ label, rows, caseId, onOpen }: CaseListProps) {
  const now = useNow()
  const userId = useUserId()
  const withheld = (row: ReportRow) => (row.author_id === userId ? 'About you' : 'Not shown to you')
  return (
    <div className={`card ${styles.frame}`}>
      <table className={styles.table} aria-label={label}>
        <thead>
          <tr>
            <th scope="col">Reported</th>
            <th scope="col">Kind</th>
            <th scope="col">Reports</th>
            <th scope="col">{rows[0]?.decided_at ? 'Decided' : 'Waiting since'}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id} data-open={row.id === caseId || undefined}>
              <td>
                <RowBoundary of={row} as="span">
                  <Reported row={row} isOpen={row.id === caseId} onOpen={() => onOpen(row.id)} />
                </RowBoundary>
              </td>
              <td>
                <span className={styles.kind}>{KIND_NAMES[row.kind]}</span>
              </td>
              <td>
                <b className="strong nowrap">{formatCount(row.reports, 'report')}</b>
                <span className={styles.second}>{row.is_own ? withheld(row) : reasonsText(row.reasons)}</span>
              </td>
              <td>
                {row.decision && row.decided_at ? (
                  <>
                    <b className="strong">{decisionText(row.decision, row.hides, row.days)}</b>
                    <span className={styles.second}>
                      {row.decided_by && (
                        <>
                          <bdi>{row.decided_by}</bdi>,{' '}
                        </>
                      )}
                      <Moment date={row.decided_at} now={now}>
                        {formatAgo(row.decided_at, now)}
                      </Moment>
                    </span>
                  </>
                ) : (
                  <Moment className="quiet nowrap" date={row.opened_at} now={now}>
                    {formatAgo(row.opened_at, now)}
                  </Moment>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Reported({ row, isOpen, onOpen }: { row: ReportRow; isOpen: boolean; onOpen: () => void }) {
  const name = row.username ?? 'A deleted member'
  return (
    <span className={styles.person}>
      <Avatar id={row.author_id ?? row.id} name={name} src={row.avatar_url} size={32} />
      <span className={styles.personText}>
        <span className={styles.name}>
          <button type="button" className={styles.open} aria-expanded={isOpen} onClick={onOpen} data-case={row.id}>
            <span className="visually-hidden">Open the case of </span>
            <bdi>{name}</bdi>
          </button>
          {row.is_hidden && (
            <Pill tone="warn" icon={<EyeOff className="icon" aria-hidden="true" />}>
              Hidden
            </Pill>
          )}
        </span>
        <span className={styles.excerpt} dir="auto">
          {row.excerpt}
        </span>
      </span>
    </span>
  )
}
