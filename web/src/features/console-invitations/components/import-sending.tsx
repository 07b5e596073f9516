import { useState } from 'react'
import { Banner } from '../../../components/feedback/banner.tsx'
import { ErrorBanner } from '../../../components/feedback/error-banner.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { FailureSpot } from '../../../components/ui/failure-spot.tsx'
import { inviteRefusal } from '../../../data/invitations/refusal.ts'
import { consoleFailureText } from '../../../lib/console-failure-text.ts'
import { formatPoints } from '../../../lib/format.ts'
import * as styles from '../import.module.css'
import { membersOf } from '../import-rows.ts'
import type { Import, ImportState } from '../use-import.ts'

interface ImportSendingProps {
  members: Import
  state: Extract<ImportState, { step: 'sending' }>
}

/** How far the sending is. After a stop or a failure, it can go on with what is left. */
export function ImportSending({ members, state }: ImportSendingProps) {
  const { rows, answers, isRunning, error } = state
  const all = membersOf(rows).length
  const done = `${formatPoints(answers.size)} of ${formatPoints(all)} rows sent`
  const refusal = inviteRefusal(error)
  const [isStopping, setStopping] = useState(false)
  const stop = () => {
    setStopping(true)
    members.stop()
  }
  const resume = () => {
    setStopping(false)
    void members.resume(state)
  }
  return (
    <>
      <progress className={styles.progress} aria-label="Sending" max={all} value={answers.size} />
      <p role="status">{isRunning ? `${done}. Keep this page open.` : `${done}. The sending has stopped.`}</p>
      <FailureSpot>
        {error !== undefined &&
          (refusal === undefined ? (
            <ErrorBanner action={consoleFailureText.importMembers} error={error} />
          ) : (
            <Banner tone="danger">{refusal}</Banner>
          ))}
      </FailureSpot>
      <div className={styles.actions}>
        {isRunning ? (
          <Button variant="line" busy={isStopping} busyText="Stopping..." onClick={stop}>
            Stop
          </Button>
        ) : (
          <>
            <Button variant="line" onClick={() => members.finish(state)}>
              Finish
            </Button>
            <Button variant="tip" onClick={resume}>
              {error === undefined ? 'Continue' : 'Try again'}
            </Button>
          </>
        )}
      </div>
    </>
  )
}
