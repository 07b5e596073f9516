import { useState } from 'react'
import type { RecordState } from '../../../../../contract/src/column-types.ts'
import { Failure, Form, SendButton } from '../../../components/form/form.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { useCatchEditMutation } from '../../../data/catches/catch-mutations.ts'
import type { Catch } from '../../../data/catches/pages-query.ts'
import { catchRefusal } from '../../../data/catches/refusal.ts'
import { useAppForm } from '../../../lib/form/use-app-form.ts'
import { journalFailureText } from '../../../lib/journal-failure-text.ts'
import type { WeightUnit } from '../../../lib/weight.ts'
import { catchSchema, valuesOf } from '../catch-schema.ts'
import { lossText } from '../record-words.ts'
import { CatchFields } from './catch-fields.tsx'

export interface EditFormProps {
  userId: string
  one: Catch
  unit: WeightUnit
  /** Where it stands for the club records. */
  record: RecordState | undefined
  onDone: () => void
  onCancel: () => void
}

/** Corrects a catch of one's own. A change on another device is shown and never overwritten. */
export function EditForm({ userId, one, unit, record, onDone, onCancel }: EditFormProps) {
  const edit = useCatchEditMutation()
  const [uploads, setUploads] = useState(0)
  const loss = lossText(record)
  const form = useAppForm({
    schema: catchSchema,
    start: valuesOf(one, unit),
    version: one.updated_at,
    writer: userId,
    keep: `catch-${one.id}`,
    send: (fields, { seen }) => edit.mutateAsync({ id: one.id, seen, fields }),
    done: onDone,
    action: journalFailureText.saveCatch,
    reason: catchRefusal,
  })
  return (
    <Form form={form} aria-label="Edit the catch" restores>
      <CatchFields userId={userId} form={form} onUpload={(change) => setUploads((count) => count + change)} />
      {loss && <p className="small muted">{loss}</p>}
      {form.stale && (
        <p className="field-error" role="alert">
          The catch was changed on another device.{' '}
          <Button variant="line" size="sm" onClick={() => void form.reload()}>
            Show that version
          </Button>
        </p>
      )}
      <Failure form={form} />
      <div className="sheet-actions">
        <Button
          variant="line"
          disabled={form.busy}
          onClick={() => {
            form.discard()
            onCancel()
          }}
        >
          Cancel
        </Button>
        <SendButton form={form} disabled={uploads > 0 || form.stale}>
          Save
        </SendButton>
      </div>
    </Form>
  )
}
