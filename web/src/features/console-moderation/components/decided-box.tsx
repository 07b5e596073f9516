import Undo from 'lucide-react/icons/undo'
import { Button } from '../../../components/ui/button.tsx'
import type { ReportCase } from '../../../data/reports/console-case-query.ts'
import { formatMoment } from '../../../lib/format.ts'
import * as styles from '../case.module.css'
import { decisionText } from '../case-text.ts'

export interface DecidedBoxProps {
  found: ReportCase
  busy: boolean
  onUndo: () => void
}

/** What was decided, by whom and why, and whether a suspension still holds; undone for 90 days. */
export function DecidedBox({ found, busy, onUndo }: DecidedBoxProps) {
  const { decision, decided_at, decided_by, hides, days, reason } = found
  if (!decision || !decided_at) return null
  return (
    <div className={styles.decided}>
      <div className="grow">
        <b className="strong">{decisionText(decision, hides, days)}</b>
        <div className="quiet">
          {decided_by && (
            <>
              <bdi>{decided_by}</bdi>,{' '}
            </>
          )}
          {formatMoment(decided_at)}
        </div>
        {reason && <p dir="auto">{reason}</p>}
        {found.is_in_force === false && (
          <p className="quiet">This suspension no longer holds. It ended, was lifted, or was replaced by hand.</p>
        )}
      </div>
      {found.can_undo && (
        <Button
          variant="line"
          size="sm"
          busy={busy}
          icon={<Undo className="icon" aria-hidden="true" />}
          aria-keyshortcuts="z"
          onClick={onUndo}
        >
          Undo
        </Button>
      )}
    </div>
  )
}
