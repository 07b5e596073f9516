import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { ErrorBanner } from '../../../components/feedback/error-banner.tsx'
import { useToast } from '../../../components/feedback/toast.tsx'
import { MemberLink } from '../../../components/member/member-link.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { Card } from '../../../components/ui/card.tsx'
import { Moment } from '../../../components/ui/moment.tsx'
import { useRetryDeliveryMutation } from '../../../data/overview/console-retry-mutation.ts'
import { type Undelivered, undeliveredQuery } from '../../../data/overview/console-undelivered-query.ts'
import { useNow } from '../../../hooks/use-now.ts'
import { consoleFailureText } from '../../../lib/console-failure-text.ts'
import { formatAgo, formatCount } from '../../../lib/format.ts'
import * as styles from '../undelivered.module.css'

/**
 * Push messages and emails that could not be delivered, each with a button that sends it again. Nothing if there are
 * none.
 */
export function UndeliveredMessages() {
  const id = useId()
  const { data = [] } = useQuery(undeliveredQuery)
  if (data.length === 0) return null
  return (
    <Card as="section" id="undelivered" className={styles.undelivered} aria-labelledby={id}>
      <h2 id={id} tabIndex={-1}>
        Messages not delivered
      </h2>
      <p>
        These messages were refused, or failed after several attempts. The notifications are still shown in the app.
      </p>
      <ul>
        {data.map((message) => (
          <Row key={message.id} message={message} />
        ))}
      </ul>
    </Card>
  )
}

function Row({ message }: { message: Undelivered }) {
  const now = useNow()
  const toast = useToast()
  const retry = useRetryDeliveryMutation()
  const { username, channel, attempts, error, at } = message
  return (
    <li>
      <div>
        <b dir="auto">
          <MemberLink username={username} />
        </b>
        , {channel === 'push' ? 'push' : 'email'},{' '}
        <Moment date={at} now={now}>
          {formatAgo(at, now)}
        </Moment>
        <div className="small quiet">
          {formatCount(attempts, 'attempt')}
          {error && `: ${error}`}
        </div>
        {retry.isError && (
          <ErrorBanner action={consoleFailureText.retryDelivery} error={retry.error} onDismiss={retry.reset} />
        )}
      </div>
      <Button
        variant="line"
        size="sm"
        busy={retry.isPending}
        onClick={() =>
          retry.mutate(message.id, { onSuccess: () => toast(`The message to ${username} will be sent again`) })
        }
      >
        Send again
      </Button>
    </li>
  )
}
