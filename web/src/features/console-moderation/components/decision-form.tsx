import { useEffect } from 'react'
import { SaveFailure } from '../../../components/console/save-failure.tsx'
import { AreaField, CheckField, SelectField } from '../../../components/form/fields.tsx'
import { Form, SendButton } from '../../../components/form/form.tsx'
import { Button } from '../../../components/ui/button.tsx'
import type { ReportCase } from '../../../data/reports/console-case-query.ts'
import { type DecidedReport, useDecideMutation } from '../../../data/reports/console-decision-mutations.ts'
import { decisionRefusal } from '../../../data/reports/refusal.ts'
import { useIsModerator } from '../../../hooks/use-is-moderator.ts'
import { consoleFailureText } from '../../../lib/console-failure-text.ts'
import { useAppForm } from '../../../lib/form/use-app-form.ts'
import { formatMoment } from '../../../lib/format.ts'
import { serverNow } from '../../../lib/server-clock.ts'
import * as styles from '../case.module.css'
import { deedText, hiddenName, isHidable, termsFor } from '../case-text.ts'
import { daysOf, decisionSchema } from '../decision-schema.ts'

const DAY_MS = 86_400_000

export interface DecisionFormProps {
  found: ReportCase
  decision: 'warn' | 'suspend'
  onDone: (decided: DecidedReport, version: number) => void
  onCancel: () => void
}

/** A warning or suspension: how long, why, and whether the post, comment or photo is hidden as well. */
export function DecisionForm({ found, decision, onDone, onCancel }: DecisionFormProps) {
  const isModerator = useIsModerator()
  const decide = useDecideMutation()
  const hidable = isHidable(found)
  const form = useAppForm({
    schema: decisionSchema,
    start: { term: '7', reason: '', hides: hidable },
    keep: `${decision}-${found.id}-${found.version}`,
    send: async ({ term, reason, hides }) => {
      const { id, version, shown } = found
      const decided = { id, version, shown, decision, reason, hides, days: daysOf(term) }
      return { decided, version: await decide.mutateAsync(decided) }
    },
    done: ({ decided, version }) => onDone(decided, version),
    action: consoleFailureText.updateReport,
    reason: decisionRefusal,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when its button has opened the form
  useEffect(() => form.ref.current?.querySelector('textarea')?.focus(), [])
  const { term, hides } = form.values
  const days = decision === 'suspend' ? daysOf(term) : null
  const reads =
    found.author_id === null ? 'has left, and reads it after joining again with the same address' : 'reads it'
  return (
    <Form form={form}>
      {decision === 'suspend' && (
        <SelectField
          form={form}
          name="term"
          label="From the newsfeed for"
          fieldClass="field"
          hint={days === null ? undefined : `Ends on ${formatMoment(new Date(serverNow() + days * DAY_MS))}.`}
        >
          {termsFor(isModerator).map(({ days: length, label }) => (
            <option key={label} value={length ?? 'lifted'}>
              {label}
            </option>
          ))}
        </SelectField>
      )}
      <AreaField
        form={form}
        name="reason"
        label="Reason"
        hint={`The author ${reads}. It does not say who sent the report.`}
        fieldClass="field"
        counted
        rows={2}
      />
      {hidable && <CheckField form={form} name="hides" label={`Hide the ${hiddenName(found.kind)} as well`} />}
      <SaveFailure form={form} fixed />
      <div className={styles.formActions}>
        <Button variant="line" size="sm" onClick={onCancel} disabled={form.busy}>
          Cancel
        </Button>
        <SendButton form={form} variant="danger" size="sm">
          {deedText(decision, hides, days)}
        </SendButton>
      </div>
    </Form>
  )
}
