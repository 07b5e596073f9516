import { useQuery, useQueryClient } from '@tanstack/react-query'
import Plus from 'lucide-react/icons/plus'
import { useCallback, useState } from 'react'
import { Empty } from '../../../components/feedback/empty.tsx'
import { LoadFailure } from '../../../components/feedback/load-failure.tsx'
import { useToast } from '../../../components/feedback/toast.tsx'
import { Page } from '../../../components/layout/page.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { Card } from '../../../components/ui/card.tsx'
import { RodsDrawing } from '../../../components/ui/rods-drawing.tsx'
import type { CatchFields, LoggedCatch } from '../../../data/catches/catch-mutations.ts'
import { useWaitingChanges, waitingQuery } from '../../../data/catches/waiting-query.ts'
import type { WaitingCatch } from '../../../data/catches/waiting-record.ts'
import { useOnline } from '../../../hooks/use-online.ts'
import { useAdminCheck, useOwnSummary } from '../../../hooks/use-session.ts'
import { journalFailureText } from '../../../lib/journal-failure-text.ts'
import * as styles from '../journal.module.css'
import { sendAndTell } from '../send-and-tell.ts'
import { useFocusOfGone } from '../use-focus-of-gone.ts'
import { useJournal } from '../use-journal.ts'
import { useLaterBest } from '../use-later-best.ts'
import { KEPT } from '../use-log-or-keep.ts'
import { useSendWaiting } from '../use-send-waiting.ts'
import * as waits from '../waiting.module.css'
import { BestPanel } from './best-panel.tsx'
import { CatchList, TITLE } from './catch-list.tsx'
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

const LIST = `[aria-labelledby="${TITLE}"]`
const pageHeading = () => document.querySelector<HTMLElement>('main h1')
// Without catches there is no list.
const heading = () => document.getElementById(TITLE) ?? pageHeading()

/** The member's own journal. The form, and what waits on this device, are there without a line as well. */
export function JournalPage({ userId }: { userId: string }) {
  const journal = useJournal(userId, userId)
  const waiting = useQuery(waitingQuery(userId))
  useWaitingChanges(userId)
  // Once it is open it stays: the form in it must not be taken away while the journal is loaded again.
  const [isOpen, setOpen] = useState(false)
  // Whether the member is suspended decides what stands in the page, so it opens when that is known or has failed.
  const isViewerKnown = useAdminCheck() !== 'unknown'
  if (!isOpen && !journal.isPending && isViewerKnown) setOpen(true)
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
      {!isOpen ? (
        <JournalSkeleton />
      ) : (
        <OwnJournal userId={userId} journal={journal} waiting={waiting.data ?? []} isSuspended={isSuspended} />
      )}
    </Page>
  )
}

interface Told {
  answer: LoggedCatch
  fields: CatchFields
  isLater?: boolean
}

interface OwnJournalProps {
  userId: string
  journal: ReturnType<typeof useJournal>
  waiting: readonly WaitingCatch[]
  isSuspended: boolean
}

function OwnJournal({ userId, journal, waiting, isSuspended }: OwnJournalProps) {
  const { summary, unit } = journal
  const [told, setTold] = useState<Told>()
  const toast = useToast()
  const queries = useQueryClient()
  const send = useCallback((byHand?: boolean) => sendAndTell(userId, queries, toast, byHand), [userId, queries, toast])
  const isSent = waiting.every(({ refusal }) => refusal !== null)
  useSendWaiting(send, !isSent)
  useFocusOfGone(LIST, heading)
  // After the last one: several in a row may each be a best.
  useLaterBest(userId, told === undefined && isSent, (best) => setTold({ ...best, isLater: true }))
  const onLogged = (answer: LoggedCatch | typeof KEPT, fields: CatchFields) => {
    if (answer === KEPT) {
      toast('Saved on this device. It is sent when there is a connection.')
      if (navigator.onLine) void send()
    } else if (answer.is_best) setTold({ answer, fields })
    else toast('Saved in your journal.')
  }
  const closeTold = () => {
    setTold(undefined)
    pageHeading()?.focus({ preventScroll: true })
  }
  const isEmpty = summary?.catch_count === 0
  return (
    <div className="two-columns">
      <div className="stack-5">
        {told ? (
          <NewBest key={told.answer.id} {...told} userId={userId} unit={unit} onClose={closeTold} />
        ) : (
          summary &&
          !isEmpty && <BestPanel steps={summary.steps} unit={unit} memberId={userId} count={summary.catch_count} />
        )}
        {!summary && <NotLoaded journal={journal} />}
        {isEmpty && !told && waiting.length === 0 ? (
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
          (summary || waiting.length > 0) && (
            <CatchList
              memberId={userId}
              userId={userId}
              unit={unit}
              count={summary?.catch_count}
              heaviestId={summary?.steps.at(-1)?.id}
              waiting={waiting}
              onSend={send}
            />
          )
        )}
      </div>
      <div className="stack-5">
        {isSuspended ? (
          <Card pad>
            <p>While your account is suspended you can read your journal, and only you see it.</p>
          </Card>
        ) : (
          <LogForm userId={userId} unit={unit} best={summary?.steps.at(-1)?.grams} onLogged={onLogged} />
        )}
        {summary && !isEmpty && (
          <>
            <Totals summary={summary} unit={unit} />
            <Bests summary={summary} unit={unit} />
          </>
        )}
      </div>
    </div>
  )
}

/** In place of the journal. Without a line it is no failure: the form is there, and so is what waits. */
function NotLoaded({ journal: { error, isFetching, retry } }: Pick<OwnJournalProps, 'journal'>) {
  const online = useOnline()
  if (online)
    return isFetching ? (
      <JournalSkeleton part />
    ) : (
      <LoadFailure action={journalFailureText.loadJournal} error={error} onRetry={retry} />
    )
  return (
    <Card pad className={waits.absent}>
      <h2>Your journal is not on this device</h2>
      <p>It is shown when there is a connection. What you log until then waits here and is sent by itself.</p>
    </Card>
  )
}
