import { useState } from 'react'
import { Failure, Form, SendButton } from '../../../components/form/form.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { changeWaiting, holdPhoto } from '../../../data/catches/waiting-queue.ts'
import type { WaitingCatch } from '../../../data/catches/waiting-record.ts'
import { useAppForm } from '../../../lib/form/use-app-form.ts'
import { journalFailureText } from '../../../lib/journal-failure-text.ts'
import type { WeightUnit } from '../../../lib/weight.ts'
import { catchSchema, valuesOf } from '../catch-schema.ts'
import { notKeptReason } from '../waiting-words.ts'
import { CatchFields } from './catch-fields.tsx'
import type { TakePhoto } from './photo-field.tsx'

export interface WaitingFormProps {
  userId: string
  one: WaitingCatch
  unit: WeightUnit
  onDone: () => void
  onDelete: () => void
}

// Its catch waits as well, however good the line is: what is uploaded is deleted after a day in which no catch names it.
const hold: TakePhoto = (userId, file) => holdPhoto(userId, file)

/** Changes a catch that waits on this device. */
export function WaitingForm({ userId, one, unit, onDone, onDelete }: WaitingFormProps) {
  const { requestId, fields } = one
  const [uploads, setUploads] = useState(0)
  const form = useAppForm({
    schema: catchSchema,
    start: valuesOf(fields, unit),
    writer: userId,
    keep: `catch-${requestId}`,
    send: (changed) => changeWaiting(userId, requestId, changed),
    done: onDone,
    action: journalFailureText.saveCatch,
    reason: notKeptReason,
  })
  return (
    <Form form={form} aria-label="Change the catch" restores>
      <CatchFields
        userId={userId}
        form={form}
        onUpload={(change) => setUploads((count) => count + change)}
        take={hold}
      />
      <Failure form={form} />
      <div className="sheet-actions">
        <Button variant="line" disabled={form.busy} onClick={onDelete}>
          Delete
        </Button>
        <SendButton form={form} disabled={uploads > 0}>
          Save
        </SendButton>
      </div>
    </Form>
  )
}
