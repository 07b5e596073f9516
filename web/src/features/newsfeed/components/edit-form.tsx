import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useFormField } from '../../../components/form/fields.tsx'
import { FailureBanner, Form, SendButton } from '../../../components/form/form.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx'
import { TextArea } from '../../../components/ui/text-area.tsx'
import { refusalText } from '../../../data/newsfeed/refusal.ts'
import type { FailedAction } from '../../../lib/failure-text.ts'
import { useAppForm } from '../../../lib/form/use-app-form.ts'
import { hasVisibleText } from '../has-visible-text.ts'
import { editSchema } from '../post-schema.ts'
import { useGrowing } from '../use-growing.ts'
import * as styles from '../writing.module.css'
import { MentionList } from './mention-list.tsx'

export interface EditFormProps {
  /** Name of the field, e.g. `Edit post`. */
  label: string
  text: string
  max: number
  save: (text: string) => Promise<unknown>
  action: FailedAction
  /** Called when it was saved or cancelled. */
  onClose: () => void
}

/** Edits a text in place. Escape cancels, and asks first if something was changed; Ctrl+Enter saves. */
export function EditForm({ label, text: initial, max, save, action, onClose }: EditFormProps) {
  const area = useRef<HTMLTextAreaElement>(null)
  const [asking, setAsking] = useState(false)
  const form = useAppForm({
    schema: editSchema(max),
    start: { text: initial },
    send: async ({ text }) => {
      if (text !== initial) await save(text)
    },
    done: onClose,
    action,
    reason: refusalText,
  })
  const { value, change } = useFormField<string>(form, 'text')
  useGrowing(area, value)

  useEffect(() => {
    const element = area.current
    element?.focus()
    element?.setSelectionRange(element.value.length, element.value.length)
  }, [])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !form.busy) {
      if (value === initial) onClose()
      else {
        // Or the same press would close the question.
        event.preventDefault()
        setAsking(true)
      }
    }
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && hasVisibleText(value)) void form.submit()
  }

  return (
    <Form form={form} className={styles.edit} unsaved="Your changes are not saved yet.">
      <TextArea
        ref={area}
        className={styles.growing}
        aria-label={label}
        rows={2}
        maxLength={max}
        dir="auto"
        value={value}
        readOnly={form.busy}
        onChange={(event) => change(event.target.value)}
        onKeyDown={onKeyDown}
      />
      {value.includes('@') && <MentionList field={area} value={value} onChange={change} />}
      <FailureBanner form={form} />
      <div className="cluster" style={{ justifyContent: 'flex-end' }}>
        <Button variant="ghost" size="sm" disabled={form.busy} onClick={onClose}>
          Cancel
        </Button>
        <SendButton form={form} size="sm" disabled={!hasVisibleText(value)}>
          Save
        </SendButton>
      </div>
      <ConfirmDialog
        open={asking}
        title="Discard your changes?"
        text="Your changes have not been saved."
        confirmLabel="Discard"
        onConfirm={onClose}
        onCancel={() => setAsking(false)}
      />
    </Form>
  )
}
