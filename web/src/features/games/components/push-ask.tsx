import { useQuery } from '@tanstack/react-query'
import BellRing from 'lucide-react/icons/bell-ring'
import { useState } from 'react'
import { useToast } from '../../../components/feedback/toast.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { pushFailureText } from '../../../data/push/failure-text.ts'
import { pushStateQuery, usePushMutation } from '../../../data/push/state-query.ts'
import { maySuggestPush, notePushDeclined } from '../../../data/push/suggestion.ts'
import * as styles from '../push-ask.module.css'

/** After an entry: asks whether to send a push message with the result to this device. */
export function PushAsk({ closesAt }: { closesAt: string }) {
  const [mayAsk] = useState(maySuggestPush)
  const [isDeclined, setDeclined] = useState(false)
  const [isAnswered, setAnswered] = useState(false)
  const { data: state } = useQuery({ ...pushStateQuery(), enabled: mayAsk })
  const push = usePushMutation()
  const toast = useToast()
  if (isDeclined) return <Answer>You can turn on push notifications later, in Notifications.</Answer>
  if (!mayAsk || state === undefined || (!isAnswered && state !== 'off')) return null
  if (isAnswered && state !== 'off')
    return (
      <Answer>
        {state === 'on'
          ? 'We will notify you on this device.'
          : 'Your browser blocks notifications. The result will appear in the app instead.'}
      </Answer>
    )
  const accept = () =>
    push.mutate(true, {
      onSuccess: () => setAnswered(true),
      onError: (error) => toast(pushFailureText(true, error), true),
    })
  const decline = () => {
    notePushDeclined()
    setDeclined(true)
  }
  return (
    <section className={styles.question} aria-labelledby="push-ask">
      <span className={styles.disc}>
        <BellRing className="icon" aria-hidden="true" />
      </span>
      <div>
        <h4 id="push-ask">Get a notification when the result is out?</h4>
        <p className="small quiet">
          We will send one to this device after {closesAt}. You can choose others, or turn all of them off, in
          Notifications.
        </p>
      </div>
      <div className={styles.buttons}>
        <Button onClick={accept} busy={push.isPending}>
          Yes, notify me
        </Button>
        <Button variant="ghost" onClick={decline}>
          Not now
        </Button>
      </div>
    </section>
  )
}

/** In place of the question; takes over the focus of the button that went with it, so that it is read out. */
const Answer = ({ children }: { children: string }) => (
  <p className={styles.answer} role="status" tabIndex={-1} ref={focusIfLost}>
    {children}
  </p>
)

function focusIfLost(element: HTMLElement | null): void {
  if (document.activeElement === document.body) element?.focus()
}
