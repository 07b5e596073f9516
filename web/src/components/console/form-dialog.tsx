import { type ReactNode, useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import type { AppForm } from '../../lib/form/plan.ts'
import { joinClasses } from '../../lib/join-classes.ts'
import { Form, SendButton, Success } from '../form/form.tsx'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { FailureSpot } from '../ui/failure-spot.tsx'
import { Sheet } from '../ui/sheet.tsx'
import * as controls from './dense.module.css'
import * as styles from './form-dialog.module.css'
import { SaveFailure } from './save-failure.tsx'
import * as foot from './sheet-foot.module.css'

export interface FormDialogProps<In extends FieldValues> {
  form: AppForm<In>
  /** For a dialog that its page keeps mounted: whether it is open. */
  open?: boolean
  title: ReactNode
  onClose: () => void
  submitLabel: string
  disabled?: boolean
  /** Disables sending until something was changed. */
  needsChange?: boolean
  /** Whether there are unsaved changes that the form itself does not know. */
  dirty?: boolean
  /** Gives a form with a preview more width on laptops. */
  wide?: boolean
  children: ReactNode
}

/** A form in a dialog. It keeps its input after a failure and asks before discarding it. */
export function FormDialog<In extends FieldValues>(props: FormDialogProps<In>) {
  const { form, open = true, title, onClose, submitLabel, disabled = false, needsChange, wide } = props
  const { dirty = form.dirty } = props
  const [asking, setAsking] = useState(false)

  const drop = () => {
    setAsking(false)
    form.discard()
    onClose()
  }
  const close = () => {
    if (form.busy) return
    if (dirty) setAsking(true)
    else drop()
  }

  return (
    <>
      <Sheet
        open={open}
        onClose={close}
        title={title}
        dismissable={!form.busy}
        className={joinClasses(foot.sheet, wide && styles.wide)}
      >
        <Form form={form} className={controls.dense}>
          {props.children}
          <SaveFailure form={form} fixed />
          <FailureSpot>{form.success && <Success form={form} />}</FailureSpot>
          <div className="sheet-actions">
            <Button variant="line" onClick={close} disabled={form.busy}>
              Cancel
            </Button>
            <SendButton form={form} variant="tip" needsChange={needsChange} disabled={disabled || form.stale}>
              {submitLabel}
            </SendButton>
          </div>
        </Form>
      </Sheet>
      <ConfirmDialog
        open={open && asking}
        title="Discard your changes?"
        text="Your changes have not been saved."
        confirmLabel="Discard"
        onConfirm={drop}
        onCancel={() => setAsking(false)}
      />
    </>
  )
}
