import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { useToast } from '../../../components/feedback/toast.tsx'
import { AreaField } from '../../../components/form/fields.tsx'
import { Failure, Form, SendButton } from '../../../components/form/form.tsx'
import { Avatar } from '../../../components/ui/avatar.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { Card } from '../../../components/ui/card.tsx'
import { Moment } from '../../../components/ui/moment.tsx'
import { type DecidedAppeal, useAppealDecisionMutation } from '../../../data/reports/console-appeal-mutation.ts'
import type { WaitingAppeal } from '../../../data/reports/console-appeals-query.ts'
import { appealDecisionRefusal } from '../../../data/reports/refusal.ts'
import { useNow } from '../../../hooks/use-now.ts'
import { consoleFailureText } from '../../../lib/console-failure-text.ts'
import { useAppForm } from '../../../lib/form/use-app-form.ts'
import { formatAgo, formatDay, formatMoment } from '../../../lib/format.ts'
import * as styles from '../answers.module.css'
import { appealDecisionSchema } from '../appeal-schema.ts'

const DECISIONS = {
  end: { label: 'Lift suspension', done: (name: string) => `The suspension of ${name} is lifted.` },
  keep: { label: 'Keep suspension', done: (name: string) => `The suspension of ${name} stays as it is.` },
} as const

/** The decision that is being written, and about which answer. */
export type Writing = Pick<DecidedAppeal, 'id' | 'decision'>

export interface AnswerCardProps {
  appeal: WaitingAppeal
  /** The decision whose form is open. */
  decision: Writing['decision'] | undefined
  onWrite: (writing: Writing | undefined) => void
}

/** What a suspended member answers, the suspension, and the decision. */
export function AnswerCard(props: AnswerCardProps) {
  const now = useNow()
  const { username, avatar_url, member_id, message, sent_at, reason, since, ends_at, case_id, refusal } = props.appeal
  return (
    <Card as="li" pad className={styles.answer}>
      <div className={styles.head}>
        <Avatar id={member_id} name={username} src={avatar_url} size={36} />
        <h2 className="grow">
          <Link to={`/admin/users?member=${member_id}`} dir="auto">
            {username}
          </Link>
        </h2>
        <Moment className="quiet nowrap" date={sent_at} now={now}>
          {formatAgo(sent_at, now)}
        </Moment>
      </div>
      <p className="quiet">
        Suspended since {formatDay(since)}, {ends_at ? `until ${formatMoment(ends_at, now)}` : 'until it is lifted'}.
      </p>
      {reason && (
        <p className="quiet">
          Reason: <bdi>{reason}</bdi>
        </p>
      )}
      {case_id && (
        <p>
          <Link to={`/admin/moderation?view=decided&case=${case_id}`}>Open the case</Link>
        </p>
      )}
      <blockquote className={styles.message} dir="auto">
        {message}
      </blockquote>
      {refusal === null ? (
        <Decisions {...props} />
      ) : (
        <p className="quiet">{refusal === 'RP007' ? 'Another admin' : 'An admin'} must decide.</p>
      )}
    </Card>
  )
}

function Decisions({ appeal: { id, username }, decision: chosen, onWrite }: AnswerCardProps) {
  const buttons = useRef<HTMLFieldSetElement>(null)
  const cancel = () => {
    buttons.current?.querySelector<HTMLElement>('[aria-pressed="true"]')?.focus()
    onWrite(undefined)
  }
  return (
    <>
      <fieldset ref={buttons} className={styles.choices} aria-label={`Decision about ${username}`}>
        {(['end', 'keep'] as const).map((decision) => (
          <Button
            key={decision}
            variant="line"
            aria-pressed={decision === chosen}
            onClick={() => onWrite(decision === chosen ? undefined : { id, decision })}
          >
            {DECISIONS[decision].label}
          </Button>
        ))}
      </fieldset>
      {chosen && (
        <DecisionForm
          key={chosen}
          id={id}
          username={username}
          decision={chosen}
          onDone={() => onWrite(undefined)}
          onCancel={cancel}
        />
      )}
    </>
  )
}

interface DecisionFormProps extends Writing {
  username: string
  onDone: () => void
  onCancel: () => void
}

function DecisionForm({ id, username, decision, onDone, onCancel }: DecisionFormProps) {
  const toast = useToast()
  const decide = useAppealDecisionMutation()
  const { label, done } = DECISIONS[decision]
  const form = useAppForm({
    schema: appealDecisionSchema,
    start: { words: '' },
    keep: `appeal-${decision}-${id}`,
    send: ({ words }) => decide.mutateAsync({ id, decision, words }),
    done: () => {
      onDone()
      toast(done(username))
      // The card is about to go.
      document.querySelector<HTMLElement>('h1')?.focus()
    },
    action: consoleFailureText.decideAnswer,
    reason: appealDecisionRefusal,
    unanswered: 'You can try again: it will not be decided twice.',
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when its button has opened the form
  useEffect(() => form.ref.current?.querySelector('textarea')?.focus(), [])
  return (
    <Form form={form} className={styles.form}>
      <AreaField
        form={form}
        name="words"
        label="In your own words"
        note="optional"
        hint={
          decision === 'end'
            ? 'The member reads it. It cannot be undone.'
            : 'The member reads it, and cannot answer again.'
        }
        counted
        rows={2}
      />
      <Failure form={form} fixed />
      <div className={styles.formActions}>
        <Button variant="line" onClick={onCancel} disabled={form.busy}>
          Cancel
        </Button>
        <SendButton form={form} variant="lake">
          {label}
        </SendButton>
      </div>
    </Form>
  )
}
