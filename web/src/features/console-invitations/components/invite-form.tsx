import { useEffect, useRef, useState } from 'react'
import { INVITED_AT_ONCE } from '../../../../../contract/src/limits.ts'
import { Banner } from '../../../components/feedback/banner.tsx'
import { AreaField } from '../../../components/form/fields.tsx'
import { Failure, Form, SendButton } from '../../../components/form/form.tsx'
import { FailureSpot } from '../../../components/ui/failure-spot.tsx'
import { useInviteMutation } from '../../../data/invitations/console-mail-mutations.ts'
import { inviteRefusal } from '../../../data/invitations/refusal.ts'
import { useRested } from '../../../hooks/use-rested.ts'
import { consoleFailureText } from '../../../lib/console-failure-text.ts'
import { useAppForm } from '../../../lib/form/use-app-form.ts'
import { formatCount } from '../../../lib/format.ts'
import { joinClasses } from '../../../lib/join-classes.ts'
import { readAddresses } from '../addresses.ts'
import { leftOver, summaryText, summaryTone, wrongText } from '../invitation-text.ts'
import * as styles from '../invitations.module.css'
import { inviteSchema } from '../invite-schema.ts'

interface Summary {
  text: string
  tone: 'success' | 'warn' | 'info'
}

/** A list of addresses, and after sending what became of them. What is no address stays in the field. */
export function InviteForm() {
  const invite = useInviteMutation()
  const [summary, setSummary] = useState<Summary>()
  const told = useRef<HTMLDivElement>(null)
  const form = useAppForm({
    schema: inviteSchema,
    start: { addresses: '' },
    keep: 'invitations',
    // The same list is the same request; another list is answered for itself, and invites no one twice either.
    requests: 'text',
    send: async ({ addresses, wrong }, { request }) => {
      setSummary(undefined)
      return { answers: await invite.mutateAsync({ request, addresses }), wrong }
    },
    next: ({ answers, wrong }) => ({ start: { addresses: leftOver(answers, wrong) }, version: undefined }),
    done: ({ answers, wrong }) => setSummary({ text: summaryText(answers, wrong), tone: summaryTone(answers, wrong) }),
    action: consoleFailureText.inviteAddresses,
    reason: inviteRefusal,
    unanswered: 'You can try again: no one is invited twice.',
  })
  // The button has nothing more to send, and loses the focus.
  useEffect(() => {
    if (summary) told.current?.focus({ preventScroll: true })
  }, [summary])
  return (
    <Form form={form} unsaved="Your invitations have not been sent yet." restores>
      <AreaField
        form={form}
        name="addresses"
        label="Email addresses"
        hint="One on each line, or with commas or semicolons between them. Ivy Reeds <ivy@example.com> is understood too."
        rows={5}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      {/* What is left over after the answer is told there. */}
      <Tally list={form.dirty ? form.values.addresses : ''} />
      <Failure form={form} />
      <FailureSpot>
        {summary && (
          <div ref={told} tabIndex={-1}>
            <Banner tone={summary.tone} onDismiss={() => setSummary(undefined)}>
              {summary.text}
            </Banner>
          </div>
        )}
      </FailureSpot>
      <SendButton form={form} variant="tip" className={styles.send} needsChange busyText="Sending...">
        Send invitations
      </SendButton>
    </Form>
  )
}

/** How many addresses a list has, and what of it is none; told after a pause in the typing. */
function Tally({ list }: { list: string }) {
  const [rested] = useRested(list)
  const { addresses, wrong } = readAddresses(rested)
  const isLong = addresses.length > INVITED_AT_ONCE
  return (
    <p className={styles.tally} role="status">
      {rested.trim() !== '' && (
        <>
          <span className={joinClasses('strong', isLong && styles.isWrong)}>
            {formatCount(addresses.length, 'address', 'addresses')}
            {isLong && `, ${INVITED_AT_ONCE} at a time`}
          </span>{' '}
          {wrong.length > 0 && <span className={joinClasses('small', styles.isWrong)}>{wrongText(wrong)}</span>}
        </>
      )}
    </p>
  )
}
