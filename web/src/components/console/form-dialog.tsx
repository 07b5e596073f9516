import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { Banner } from '../feedback/banner.tsx'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Sheet } from '../ui/sheet.tsx'

export interface FormDialogProps {
  open: boolean
  title: ReactNode
  onClose: () => void
  /** A promise, when there is one, keeps further submits away until it settles. */
  onSubmit: () => unknown
  submitLabel: string
  /** True while the request runs: the dialog stays and takes no second submit. */
  busy: boolean
  busyText?: string
  disabled?: boolean
  /** A failure's words, or a whole notice such as `StaleNotice`. */
  failure?: ReactNode
  /** True when there is something to lose: closing then asks first. */
  dirty?: boolean
  /** `wide` gives a form with a preview more room on laptops. */
  className?: string
  children: ReactNode
}

/** A form in a dialog. What was typed stays on a failure, and is not thrown away without asking. */
export function FormDialog(props: FormDialogProps) {
  const { open, title, onClose, onSubmit, submitLabel, busy, busyText, disabled, failure, dirty = false } = props
  const [asking, setAsking] = useState(false)
  const running = useRef(false)

  const close = () => {
    if (busy) return
    if (dirty) setAsking(true)
    else onClose()
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    // A form inside the dialog's tree, such as a nested search, is not this one.
    event.stopPropagation()
    if (busy || disabled || running.current) return
    running.current = true
    try {
      await onSubmit()
    } finally {
      // `busy` reaches the next render a task later when the form answers nothing.
      setTimeout(() => {
        running.current = false
      })
    }
  }

  return (
    <>
      <Sheet open={open} onClose={close} title={title} dismissable={!busy} className={props.className ?? ''}>
        <form className="dense form-dialog" onSubmit={submit} noValidate>
          {typeof failure === 'string' ? failure && <Banner tone="danger">{failure}</Banner> : failure}
          {props.children}
          <div className="sheet-actions">
            <Button variant="line" onClick={close} disabled={busy}>
              Cancel
            </Button>
            <Button
              type="submit"
              variant="tip"
              busy={busy}
              {...(busyText !== undefined && { busyText })}
              disabled={disabled}
            >
              {submitLabel}
            </Button>
          </div>
        </form>
      </Sheet>
      <ConfirmDialog
        open={open && asking}
        title="Discard your changes?"
        text="What you changed here has not been saved."
        confirmLabel="Discard"
        onConfirm={() => {
          setAsking(false)
          onClose()
        }}
        onCancel={() => setAsking(false)}
      />
    </>
  )
}
