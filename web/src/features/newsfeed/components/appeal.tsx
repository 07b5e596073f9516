import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { ErrorBanner } from '../../../components/feedback/error-banner.tsx'
import { Skeleton, SkeletonGroup } from '../../../components/feedback/skeleton.tsx'
import { AreaField } from '../../../components/form/fields.tsx'
import { Failure, Form, SendButton } from '../../../components/form/form.tsx'
import { Card } from '../../../components/ui/card.tsx'
import { useAppealMutation } from '../../../data/newsfeed/appeal-mutation.ts'
import { type Appeal as Answered, appealQuery } from '../../../data/newsfeed/appeal-query.ts'
import { appealRefusal } from '../../../data/newsfeed/appeal-refusal.ts'
import { useKeptFocus } from '../../../hooks/use-kept-focus.ts'
import { useNow } from '../../../hooks/use-now.ts'
import { useAppForm } from '../../../lib/form/use-app-form.ts'
import { formatMoment } from '../../../lib/format.ts'
import * as styles from '../appeal.module.css'
import { appealSchema } from '../appeal-schema.ts'
import * as writing from '../writing.module.css'

/** A suspended member's one answer to the team: the form, or what was sent and what the team decided. */
export function Appeal({ userId }: { userId: string }) {
  const { data, error, refetch } = useQuery(appealQuery(userId))
  const heading = useRef<HTMLHeadingElement>(null)
  useKeptFocus(() => heading.current, String(data?.may_answer))
  if (data === null) return null
  return (
    <Card as="section" pad className={styles.appeal} aria-labelledby="appeal">
      <h2 ref={heading} id="appeal" tabIndex={-1}>
        {data && !data.may_answer ? 'Your answer' : 'Answer the team'}
      </h2>
      {data ? (
        data.may_answer ? (
          <AppealForm userId={userId} onSent={() => heading.current?.focus()} />
        ) : (
          <Sent answered={data} />
        )
      ) : error ? (
        <ErrorBanner action="loadData" error={error} onRetry={() => void refetch()} />
      ) : (
        <SkeletonGroup label="Loading your answer">
          <Skeleton height={168} />
        </SkeletonGroup>
      )}
    </Card>
  )
}

function AppealForm({ userId, onSent }: { userId: string; onSent: () => void }) {
  const send = useAppealMutation(userId)
  const form = useAppForm({
    schema: appealSchema,
    start: { message: '' },
    writer: userId,
    keep: 'appeal',
    send: ({ message }) => send.mutateAsync(message),
    done: onSent,
    action: 'sendAnswer',
    reason: appealRefusal,
    unanswered: 'You can try again: the answer will not be sent twice.',
  })
  return (
    <Form form={form} className={styles.form}>
      <AreaField
        form={form}
        name="message"
        label="Your answer"
        hint="You can answer once. The team reads it with your case."
        counted
        rows={4}
        className={writing.growing}
      />
      <Failure form={form} />
      <SendButton form={form} needsChange>
        Send answer
      </SendButton>
    </Form>
  )
}

function Sent({ answered: { answer, sent_at, decision, words, decided_at } }: { answered: Answered }) {
  const now = useNow()
  if (answer === null || sent_at === null)
    return <p className="quiet">You have answered this suspension with another account. The team has that answer.</p>
  return (
    <>
      <p className={`${styles.text} ${styles.words}`} dir="auto">
        {answer}
      </p>
      <p className="quiet">Sent on {formatMoment(sent_at, now)}.</p>
      <div role="status">
        {decision && decided_at ? (
          <>
            <p className="strong">
              {decision === 'keep' ? 'The suspension stays as it is.' : 'The team has ended the suspension.'}
            </p>
            {words && (
              <>
                <p>The team writes:</p>
                <p className={`${styles.text} ${styles.words}`} dir="auto">
                  {words}
                </p>
              </>
            )}
            <p className="quiet">Decided on {formatMoment(decided_at, now)}.</p>
          </>
        ) : (
          <p>The team has your answer.</p>
        )}
      </div>
    </>
  )
}
