import ChevronDown from 'lucide-react/icons/chevron-down'
import { useState } from 'react'
import { Banner } from '../../../components/feedback/banner.tsx'
import { useToast } from '../../../components/feedback/toast.tsx'
import { MemberAvatar } from '../../../components/member/member-avatar.tsx'
import { MemberLink } from '../../../components/member/member-link.tsx'
import { Avatar } from '../../../components/ui/avatar.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { RowBoundary } from '../../../components/ui/row-boundary.tsx'
import { useRequestAnswerMutation } from '../../../data/network/request-answer-mutation.ts'
import type { ConnectionRequest } from '../../../data/network/requests-query.ts'
import { useWide } from '../../../hooks/use-wide.ts'
import { formatCount } from '../../../lib/format.ts'
import * as styles from '../requests.module.css'

/**
 * Connection requests to the viewer; nothing when there are none. In a narrow window they are one line that opens, so
 * that the members below stay in sight.
 */
export function Requests({ userId, requests }: { userId: string; requests: readonly ConnectionRequest[] }) {
  const wide = useWide()
  const [open, setOpen] = useState(false)
  if (requests.length === 0) return null
  const title = formatCount(requests.length, 'connection request')
  const list = (
    <ul>
      {requests.map((request) => (
        <RowBoundary key={request.id} of={request} as="li">
          <Request request={request} userId={userId} />
        </RowBoundary>
      ))}
    </ul>
  )
  if (wide)
    return (
      <section className={`card padded ${styles.requests}`} aria-labelledby="requests">
        <h2 id="requests" className="heading-3">
          {title}
        </h2>
        {list}
      </section>
    )
  return (
    <details
      className={`card ${styles.requests} ${styles.line}`}
      open={open}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>
        <span className={styles.faces} aria-hidden="true">
          {requests.slice(0, 3).map(({ id, member }) => (
            <Avatar key={id} id={member.id} name={member.username} src={member.avatar_url} size={32} />
          ))}
        </span>
        <h2 className="heading-3 grow">{title}</h2>
        <ChevronDown className="icon" aria-hidden="true" />
      </summary>
      {list}
    </details>
  )
}

function Request({ request, userId }: { request: ConnectionRequest; userId: string }) {
  const { member } = request
  const toast = useToast()
  const answer = useRequestAnswerMutation(userId)
  const reply = (accept: boolean) => {
    // Not by a callback of `mutate`: the request may leave the page before its answer arrives.
    answer.mutateAsync({ requestId: request.id, accept }).then(
      () => toast(accept ? `You and ${member.username} are connected.` : 'Request declined.'),
      () => {},
    )
  }
  // Also after success, until the list no longer contains the request.
  const waiting = answer.isPending || answer.isSuccess ? answer.variables : undefined
  return (
    <li>
      <MemberAvatar id={member.id} name={member.username} src={member.avatar_url} />
      <div className="grow">
        <div className="strong ellipsis" dir="auto">
          <MemberLink username={member.username} />
        </div>
        <div className="small quiet ellipsis" dir="auto">
          {member.fishing_area}
        </div>
      </div>
      <div className={styles.answers}>
        <Button
          size="sm"
          busy={waiting?.accept === true}
          disabled={waiting?.accept === false}
          aria-label={`Accept ${member.username}`}
          onClick={() => reply(true)}
        >
          Accept
        </Button>
        <Button
          size="sm"
          variant="line"
          busy={waiting?.accept === false}
          disabled={waiting?.accept === true}
          aria-label={`Decline ${member.username}`}
          onClick={() => reply(false)}
        >
          Decline
        </Button>
      </div>
      {answer.isError && (
        <Banner tone="danger" onDismiss={answer.reset}>
          Your answer could not be sent. Try again.
        </Banner>
      )}
    </li>
  )
}
