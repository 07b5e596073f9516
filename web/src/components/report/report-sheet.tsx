import CircleAlert from 'lucide-react/icons/circle-alert'
import { type ReactNode, useState } from 'react'
import { useAppForm } from '../../lib/form/use-app-form.ts'
import { useToast } from '../feedback/toast.tsx'
import { AreaField, useFormField } from '../form/fields.tsx'
import { Failure, Form, SendButton } from '../form/form.tsx'
import { Button } from '../ui/button.tsx'
import { Sheet } from '../ui/sheet.tsx'
import * as styles from './report.module.css'
import { REASONS } from './report-reasons.ts'
import { reportSchema } from './report-schema.ts'

interface ReportFormProps {
  userId: string
  /** Names the draft: one for each post, comment or member. */
  subjectId: string
  send: (report: { requestId: string; reason: string; words: string }) => Promise<unknown>
  /** Why the database refused it, as a sentence. */
  refusal: (error: unknown) => string | undefined
  onClose: () => void
}

export interface ReportSheetProps extends ReportFormProps {
  open: boolean
  title: ReactNode
}

/** Reports something to the club team: one of six reasons, and words of one's own. */
export function ReportSheet({ open, title, ...form }: ReportSheetProps) {
  const [sending, setSending] = useState(false)
  return (
    <Sheet open={open} onClose={form.onClose} title={title} dismissable={!sending}>
      <ReportForm {...form} onSending={setSending} />
    </Sheet>
  )
}

type FormProps = ReportFormProps & { onSending: (sending: boolean) => void }

function ReportForm({ userId, subjectId, send, refusal, onClose, onSending }: FormProps) {
  const toast = useToast()
  const form = useAppForm({
    schema: reportSchema,
    start: { reason: '', words: '' },
    writer: userId,
    keep: `report-${subjectId}`,
    send: async (report, { request }) => {
      onSending(true)
      try {
        await send({ ...report, requestId: request })
      } finally {
        onSending(false)
      }
    },
    done: () => {
      toast('Thank you. The club team will look at it.')
      onClose()
    },
    action: 'sendReport',
    reason: refusal,
    unanswered: 'You can try again: the report will not be sent twice.',
  })
  const reason = useFormField<string>(form, 'reason')
  const errorId = `${reason.id}-error`
  return (
    <Form form={form}>
      <p className="quiet">Only the club team sees your report. The team never reveals who sent it.</p>
      <fieldset className={`field ${styles.reasons}`} aria-describedby={reason.error ? errorId : undefined}>
        <legend className="label">What is wrong?</legend>
        {REASONS.map(({ value, label }, index) => (
          <label key={value} className={styles.reason}>
            <input
              type="radio"
              name="reason"
              ref={index === 0 ? reason.ref : undefined}
              value={value}
              checked={reason.value === value}
              aria-invalid={reason.error ? true : undefined}
              aria-describedby={reason.error ? errorId : undefined}
              onChange={() => reason.change(value)}
              data-autofocus={index === 0 || undefined}
            />
            {label}
          </label>
        ))}
        {reason.error && (
          <p className="field-error" id={errorId}>
            <CircleAlert className="icon" aria-hidden="true" />
            <span>{reason.error}</span>
          </p>
        )}
      </fieldset>
      <AreaField form={form} name="words" label="In your own words" note="optional" counted rows={3} />
      <Failure form={form} />
      <div className="sheet-actions">
        <Button variant="line" onClick={onClose} disabled={form.busy}>
          Cancel
        </Button>
        <SendButton form={form} variant="tip">
          Send report
        </SendButton>
      </div>
    </Form>
  )
}
