import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { Empty } from '../../../components/feedback/empty.tsx'
import { LoadFailure } from '../../../components/feedback/load-failure.tsx'
import { useToast } from '../../../components/feedback/toast.tsx'
import { Page } from '../../../components/layout/page.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { Card } from '../../../components/ui/card.tsx'
import { RodsDrawing } from '../../../components/ui/rods-drawing.tsx'
import type { CatchFields, LoggedCatch } from '../../../data/catches/catch-mutations.ts'
import type { JournalSummary } from '../../../data/catches/summary-query.ts'
import { useOwnSummary } from '../../../hooks/use-session.ts'
import { journalFailureText } from '../../../lib/journal-failure-text.ts'
import type { WeightUnit } from '../../../lib/weight.ts'
import * as styles from '../journal.module.css'
import { useJournal } from '../use-journal.ts'
import { BestPanel } from './best-panel.tsx'
import { CatchList } from './catch-list.tsx'
import { JournalSkeleton } from './journal-skeleton.tsx'
import { LOG_HEADING, LogForm } from './log-form.tsx'
import { NewBest } from './new-best.tsx'
import { Bests, Totals } from './totals.tsx'

/** Leads to the form, which on a phone is below the catches. */
function goToForm() {
  const heading = document.getElementById(LOG_HEADING)
  heading?.scrollIntoView({ block: 'start' })
  heading?.focus({ preventScroll: true })
}

/** The member's own journal. */
export function JournalPage({ userId }: { userId: string }) {
  const { isPending, error, summary, unit, retry } = useJournal(userId, userId)
  const isSuspended = useOwnSummary()?.isSuspended === true
  const icon = <Plus className="icon" aria-hidden="true" />
  return (
    <Page
      title="Journal"
      lead="Every carp you have had on the bank."
      actions={
        // Always in its place, so that nothing below it moves.
        <Button
          className={styles.toForm}
          icon={icon}
          onClick={goToForm}
          style={isSuspended ? { visibility: 'hidden' } : undefined}
        >
          Log a catch
        </Button>
      }
    >
      {isPending ? (
        <JournalSkeleton />
      ) : summary ? (
        <OwnJournal userId={userId} summary={summary} unit={unit} isSuspended={isSuspended} />
      ) : (
        <LoadFailure action={journalFailureText.loadJournal} error={error} onRetry={retry} />
      )}
    </Page>
  )
}

interface OwnJournalProps {
  userId: string
  summary: JournalSummary
  unit: WeightUnit
  isSuspended: boolean
}

function OwnJournal({ userId, summary, unit, isSuspended }: OwnJournalProps) {
  const [told, setTold] = useState<{ answer: LoggedCatch; fields: CatchFields }>()
  const toast = useToast()
  const onLogged = (answer: LoggedCatch, fields: CatchFields) => {
    if (answer.is_best) setTold({ answer, fields })
    else toast('Saved in your journal.')
  }
  const closeTold = () => {
    setTold(undefined)
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
  }
  const isEmpty = summary.catch_count === 0
  return (
    <div className="two-columns">
      <div className="stack-5">
        {told ? (
          <NewBest {...told} userId={userId} unit={unit} onClose={closeTold} />
        ) : (
          !isEmpty && <BestPanel steps={summary.steps} unit={unit} />
        )}
        {isEmpty && !told ? (
          <Card>
            <Empty
              icon={<RodsDrawing />}
              titleAs="h2"
              title="Your journal begins with your next fish."
              text="Log what you had on the bank and when. Your bests and totals follow by themselves."
              action={!isSuspended && <Button onClick={goToForm}>Log your first catch</Button>}
            />
          </Card>
        ) : (
          <CatchList
            memberId={userId}
            userId={userId}
            unit={unit}
            count={summary.catch_count}
            heaviestId={summary.steps.at(-1)?.id}
          />
        )}
      </div>
      <div className="stack-5">
        {isSuspended ? (
          <Card pad>
            <p>While your account is suspended you can read your journal, and only you see it.</p>
          </Card>
        ) : (
          <LogForm userId={userId} unit={unit} best={summary.steps.at(-1)?.grams} onLogged={onLogged} />
        )}
        {!isEmpty && (
          <>
            <Totals summary={summary} unit={unit} />
            <Bests summary={summary} unit={unit} />
          </>
        )}
      </div>
    </div>
  )
}
