import Check from 'lucide-react/icons/check'
import EyeOff from 'lucide-react/icons/eye-off'
import MessageSquareWarning from 'lucide-react/icons/message-square-warning'
import Trash2 from 'lucide-react/icons/trash-2'
import UserX from 'lucide-react/icons/user-x'
import type { ComponentType } from 'react'
import type { ReportCase } from '../../../data/reports/console-case-query.ts'
import type { DecidedReport, Decision } from '../../../data/reports/console-decision-mutations.ts'
import { useIsModerator } from '../../../hooks/use-is-moderator.ts'
import * as styles from '../case.module.css'
import { isHidable } from '../case-text.ts'
import { DecisionForm } from './decision-form.tsx'

/** The decisions in the order of their keys, 1 to 5. */
export const DECISIONS = [
  { decision: 'dismiss', label: 'Dismiss', Icon: Check },
  { decision: 'hide', label: 'Hide', Icon: EyeOff },
  { decision: 'remove', label: 'Remove', Icon: Trash2 },
  { decision: 'warn', label: 'Warn', Icon: MessageSquareWarning },
  { decision: 'suspend', label: 'Suspend', Icon: UserX },
] as const satisfies readonly {
  decision: Decision
  label: string
  Icon: ComponentType<{ className?: string; 'aria-hidden'?: 'true' }>
}[]

/**
 * Whether a decision is possible: nobody decides about themselves, nor a moderator about the team; a member cannot be
 * hidden, what is deleted need not be, and of an entry only the photo is hidden.
 */
export const isPossible = (found: ReportCase, decision: Decision): boolean =>
  found.may_decide &&
  ((decision !== 'hide' && decision !== 'remove') || isHidable(found)) &&
  !(decision === 'remove' && found.kind === 'entry')

export interface DecisionBarProps {
  found: ReportCase
  /** The warning or suspension that is being written. */
  writing: 'warn' | 'suspend' | undefined
  busy: boolean
  onChoose: (decision: Decision) => void
  onCancel: () => void
  onDone: (decided: DecidedReport, version: number) => void
}

/** The five decisions. The first three act at once, the other two open their fields. None where another must decide. */
export function DecisionBar(props: DecisionBarProps) {
  const { found, writing, busy, onChoose, onCancel, onDone } = props
  const isModerator = useIsModerator()
  if (!found.may_decide) return <p className="quiet">{isModerator ? 'An admin' : 'Another admin'} must decide.</p>
  return (
    <>
      <fieldset className={styles.decisions} aria-label="Decision">
        {DECISIONS.map(({ decision, label, Icon }, index) => (
          <button
            key={decision}
            type="button"
            className={styles.decision}
            data-danger={decision === 'suspend' || undefined}
            aria-pressed={decision === 'warn' || decision === 'suspend' ? writing === decision : undefined}
            aria-keyshortcuts={String(index + 1)}
            aria-disabled={busy || undefined}
            disabled={!isPossible(found, decision)}
            onClick={() => onChoose(decision)}
          >
            <Icon className="icon" aria-hidden="true" />
            {label}
            <span className={styles.digit} aria-hidden="true">
              {index + 1}
            </span>
          </button>
        ))}
      </fieldset>
      {writing && <DecisionForm key={writing} found={found} decision={writing} onDone={onDone} onCancel={onCancel} />}
    </>
  )
}
