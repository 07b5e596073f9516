import { type ReactNode, useEffect, useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import type { AppForm } from '../../lib/form/plan.ts'
import { joinClasses } from '../../lib/join-classes.ts'
import { Form, SendButton, Success } from '../form/form.tsx'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { FailureSpot } from '../ui/failure-spot.tsx'
import { Sheet } from '../ui/sheet.tsx'
import * as controls from './dense.module.css'
import * as panels from './detail-panel.module.css'
import { PanelBody, PanelFoot } from './detail-panel.tsx'
import * as styles from './form-dialog.module.css'
import { FormPanel } from './form-panel.tsx'
import { SaveFailure } from './save-failure.tsx'
import * as foot from './sheet-foot.module.css'
import type { SidePanel } from './use-side-panel.ts'

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
  /** Where the form has an address: it stands beside its list if there is room. */
  panel?: SidePanel
  children: ReactNode
}

const UNSAVED = 'Your changes have not been saved.'

/** A form in a dialog, or beside its list. It keeps its input after a failure and asks before discarding it. */
export function FormDialog<In extends FieldValues>(props: FormDialogProps<In>) {
  const { form, open = true, title, onClose, submitLabel, disabled = false, needsChange, wide, panel } = props
  const { dirty = form.dirty } = props
  // What follows when the changes are discarded.
  const [asking, setAsking] = useState<{ go: () => void }>()

  const drop = (go: () => void) => {
    setAsking(undefined)
    form.discard()
    go()
  }
  const leave = (go: () => void) => {
    if (form.busy) return
    if (dirty) setAsking({ go })
    else drop(go)
  }
  const close = () => leave(onClose)

  const guard = panel?.guard
  useEffect(() => {
    if (!guard) return
    guard.current = leave
    return () => {
      guard.current = undefined
    }
  })

  const question = (
    <ConfirmDialog
      open={open && asking !== undefined}
      title="Discard your changes?"
      text={UNSAVED}
      confirmLabel="Discard"
      onConfirm={() => asking && drop(asking.go)}
      onCancel={() => setAsking(undefined)}
    />
  )
  const outcome = (
    <>
      <SaveFailure form={form} fixed />
      <FailureSpot>{form.success && <Success form={form} />}</FailureSpot>
    </>
  )
  const buttons = (
    <>
      <Button variant="line" onClick={close} disabled={form.busy}>
        Cancel
      </Button>
      <SendButton form={form} variant="tip" needsChange={needsChange} disabled={disabled || form.stale}>
        {submitLabel}
      </SendButton>
    </>
  )

  if (panel?.beside)
    return (
      <>
        <FormPanel title={title} onClose={close}>
          <Form form={form} unsaved={UNSAVED} className={joinClasses(controls.dense, panels.form)}>
            <PanelBody>
              <div>{props.children}</div>
            </PanelBody>
            <PanelFoot>
              {outcome}
              <div className={panels.buttons}>{buttons}</div>
            </PanelFoot>
          </Form>
        </FormPanel>
        {question}
      </>
    )
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
          {outcome}
          <div className="sheet-actions">{buttons}</div>
        </Form>
      </Sheet>
      {question}
    </>
  )
}
