import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { Banner } from '../../../components/feedback/banner.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { type RequestOutcome, useRequestAnswerMutation } from '../../../data/network/request-answer-mutation.ts'
import type { Notification } from '../../../data/notifications/list-query.ts'
import { useUserId } from '../../../hooks/use-session.ts'
import { joinClasses } from '../../../lib/join-classes.ts'
import * as styles from '../request-row.module.css'

const OUTCOMES: Readonly<Record<RequestOutcome, string>> = {
  accepted: 'You are connected.',
  declined: 'Request declined.',
  gone: 'This request is no longer open.',
}

export interface RequestRowProps {
  notification: Notification
  /** What became of the request when it was answered here. */
  outcome: RequestOutcome | undefined
  /** Without an outcome when the answer is sent. */
  onAnswer: (notification: Notification, outcome?: RequestOutcome) => void
  /** The link of the notification. */
  children: ReactNode
}

/** A member's request to connect with its answers beside it, and then with what became of it in their place. */
export function RequestRow({ notification, outcome, onAnswer, children }: RequestRowProps) {
  const userId = useUserId() ?? ''
  const answer = useRequestAnswerMutation(userId)
  const isRunning = useRef(false)
  const box = useRef<HTMLDivElement>(null)
  const told = useRef<HTMLParagraphElement>(null)
  const { subjectId, connection, actors, isRead } = notification
  const name = actors[0]?.username ?? 'this member'

  useLayoutEffect(() => {
    // The pressed button has gone. Focus on the words that replace it reads them out, once.
    if (outcome && (document.activeElement === document.body || box.current?.contains(document.activeElement)))
      told.current?.focus()
  }, [outcome])

  const reply = (accept: boolean) => {
    // Two presses in one frame come before the buttons have changed.
    if (isRunning.current) return
    isRunning.current = true
    onAnswer(notification)
    answer
      .mutateAsync({ memberId: subjectId, accept })
      .then(
        (became) => onAnswer(notification, became),
        () => {},
      )
      .finally(() => {
        isRunning.current = false
      })
  }
  const became = outcome ?? (connection === 'accepted' ? 'accepted' : undefined)
  const waiting = answer.isPending ? answer.variables : undefined
  return (
    <div className={joinClasses(styles.asked, !isRead && styles.fresh)} ref={box}>
      {children}
      {became && (
        <p className={styles.became} ref={told} tabIndex={-1}>
          {OUTCOMES[became]}
        </p>
      )}
      {!became && connection === 'pending' && (
        <div className={styles.answers}>
          <Button
            size="sm"
            busy={waiting?.accept === true}
            aria-disabled={waiting?.accept === false || undefined}
            aria-label={`Accept ${name}`}
            onClick={() => reply(true)}
          >
            Accept
          </Button>
          <Button
            size="sm"
            variant="line"
            busy={waiting?.accept === false}
            aria-disabled={waiting?.accept === true || undefined}
            aria-label={`Decline ${name}`}
            onClick={() => reply(false)}
          >
            Decline
          </Button>
        </div>
      )}
      {answer.isError && !became && (
        <Banner tone="danger" onDismiss={answer.reset}>
          Your answer could not be sent. Try again.
        </Banner>
      )}
    </div>
  )
}
