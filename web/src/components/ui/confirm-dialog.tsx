import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Sheet } from './sheet.tsx'

export interface ConfirmDialogProps {
  open: boolean
  title: string
  /** The question; for deletions the exact text of the product. */
  text: ReactNode
  /** Why it was not done, below the question. */
  failure?: ReactNode
  /** The verb on the button, e.g. `Delete`. */
  confirmLabel: string
  tone?: 'danger' | 'lake'
  busy?: boolean
  onConfirm: () => void
  onCancel: () => void
}

/** Asks for confirmation of an action that cannot be undone; focus starts on Cancel. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, title, text, failure, confirmLabel, tone = 'danger', busy = false, onConfirm, onCancel } = props
  return (
    <Sheet open={open} onClose={onCancel} title={title} dismissable={!busy}>
      <p>{text}</p>
      {failure}
      <div className="sheet-actions">
        <Button variant="line" onClick={onCancel} disabled={busy} data-autofocus>
          Cancel
        </Button>
        <Button variant={tone} busy={busy} onClick={onConfirm}>
          {confirmLabel}
        </Button>
      </div>
    </Sheet>
  )
}
