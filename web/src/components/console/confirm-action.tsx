import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { FailedAction } from '../../lib/failure-text.ts'
import { StaleError } from '../../lib/stale-error.ts'
import { Banner } from '../feedback/banner.tsx'
import { ErrorBanner } from '../feedback/error-banner.tsx'
import { Button } from '../ui/button.tsx'
import { Sheet } from '../ui/sheet.tsx'
import * as styles from './confirm-action.module.css'
import * as foot from './sheet-foot.module.css'

export interface ConfirmActionProps {
  open: boolean
  title: string
  /** What will happen; for deletions the exact text of the product. */
  text: ReactNode
  /** The verb on the button, e.g. `Delete`. */
  confirmLabel: string
  tone?: 'danger' | 'lake'
  /** Runs once per press; the dialog closes on success and shows the failure otherwise. */
  onConfirm: () => Promise<unknown>
  onClose: () => void
  /** The text for a failure. */
  failure: FailedAction
}

/** Asks for confirmation, runs the action once and shows a failure. Focus starts on Cancel. */
export function ConfirmAction(props: ConfirmActionProps) {
  const { open, title, text, confirmLabel, tone = 'danger', onConfirm, onClose, failure } = props
  const running = useRef(false)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()

  // Not in the answer: a second press can come before the dialog has gone.
  useEffect(() => {
    if (open) return
    running.current = false
    setBusy(false)
  }, [open])

  const close = () => {
    setError(undefined)
    onClose()
  }
  const confirm = async () => {
    if (running.current) return
    running.current = true
    setBusy(true)
    setError(undefined)
    try {
      await onConfirm()
      close()
    } catch (cause) {
      setError(cause)
      running.current = false
      setBusy(false)
    }
  }

  return (
    <Sheet open={open} onClose={close} title={title} dismissable={!busy} className={foot.sheet}>
      <div className={styles.text}>{text}</div>
      {error instanceof StaleError ? (
        <Banner tone="warn">
          Someone else changed this in the meantime, so nothing was done. Close this dialog to see the latest version.
        </Banner>
      ) : (
        error !== undefined && <ErrorBanner action={failure} error={error} />
      )}
      <div className="sheet-actions">
        <Button variant="line" onClick={close} disabled={busy} data-autofocus>
          Cancel
        </Button>
        <Button variant={tone} busy={busy} onClick={confirm}>
          {confirmLabel}
        </Button>
      </div>
    </Sheet>
  )
}
