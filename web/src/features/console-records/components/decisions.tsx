import { useEffect, useRef } from 'react'
import { RefusalBanner } from '../../../components/feedback/refusal-banner.tsx'
import { useToast } from '../../../components/feedback/toast.tsx'
import { AreaField } from '../../../components/form/fields.tsx'
import { Failure, Form, SendButton } from '../../../components/form/form.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { recordDecisionRefusal, useRecordDecisionMutation } from '../../../data/records/console-decision-mutations.ts'
import type { OfferedCatch } from '../../../data/records/console-offers-query.ts'
import { consoleFailureText } from '../../../lib/console-failure-text.ts'
import { useAppForm } from '../../../lib/form/use-app-form.ts'
import { declineSchema } from '../decline-schema.ts'
import * as styles from '../offers.module.css'

export interface DecisionsProps {
  offer: OfferedCatch
  isDeclining: boolean
  onDecline: (is: boolean) => void
}

/** Verifies the catch, or declines it with a reason. Not for the angler. */
export function Decisions({ offer: { id, username, is_own }, isDeclining, onDecline }: DecisionsProps) {
  const toast = useToast()
  const verify = useRecordDecisionMutation()
  const opener = useRef<HTMLButtonElement>(null)
  if (is_own) return <p className="quiet">This is your own catch. Another of the team must decide.</p>
  const done = (text: string) => {
    toast(text)
    // The card is about to go.
    document.querySelector<HTMLElement>('h1')?.focus()
  }
  const press = async () => {
    try {
      await verify.mutateAsync({ id, decision: 'verify' })
      done(`The catch of ${username} is verified.`)
    } catch {
      // The banner says why.
    }
  }
  return (
    <>
      {verify.error && (
        <RefusalBanner
          action={consoleFailureText.decideRecord}
          error={verify.error}
          reason={recordDecisionRefusal(verify.error)}
          onDismiss={verify.reset}
        />
      )}
      <div className={styles.buttons}>
        <Button variant="lake" busy={verify.isPending} aria-label={`Verify: ${username}`} onClick={() => void press()}>
          Verify
        </Button>
        <Button
          ref={opener}
          variant="line"
          aria-label={`Decline: ${username}`}
          aria-expanded={isDeclining}
          onClick={() => onDecline(!isDeclining)}
        >
          Decline
        </Button>
      </div>
      {isDeclining && (
        <DeclineForm
          id={id}
          onDone={() => {
            onDecline(false)
            done(`The catch of ${username} is declined.`)
          }}
          onCancel={() => {
            opener.current?.focus()
            onDecline(false)
          }}
        />
      )}
    </>
  )
}

function DeclineForm({ id, onDone, onCancel }: { id: string; onDone: () => void; onCancel: () => void }) {
  const decide = useRecordDecisionMutation()
  const form = useAppForm({
    schema: declineSchema,
    start: { reason: '' },
    keep: `decline-${id}`,
    send: ({ reason }) => decide.mutateAsync({ id, decision: 'decline', reason }),
    done: onDone,
    action: consoleFailureText.decideRecord,
    reason: recordDecisionRefusal,
    unanswered: 'You can try again: it will not be decided twice.',
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when its button has opened the form
  useEffect(() => form.ref.current?.querySelector('textarea')?.focus(), [])
  return (
    <Form form={form} className={styles.form}>
      <AreaField form={form} name="reason" label="Reason" hint="The angler reads it." counted rows={2} />
      <Failure form={form} fixed />
      <div className={styles.buttons}>
        <Button variant="line" onClick={onCancel} disabled={form.busy}>
          Cancel
        </Button>
        <SendButton form={form} variant="lake">
          Decline the catch
        </SendButton>
      </div>
    </Form>
  )
}
