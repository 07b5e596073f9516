import { Banner } from '../../../components/feedback/banner.tsx'
import { useToast } from '../../../components/feedback/toast.tsx'
import { Avatar } from '../../../components/ui/avatar.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { useRequestAnswerMutation } from '../../../data/network/request-answer-mutation.ts'
import type { ConnectionRequest } from '../../../data/network/requests-query.ts'

/** Requests that wait for the viewer; nothing at all without any. */
export function Requests({ userId, requests }: { userId: string; requests: readonly ConnectionRequest[] }) {
  if (requests.length === 0) return null
  return (
    <section className="card pad requests" aria-labelledby="requests">
      <h2 id="requests" className="h3">
        Connection requests
      </h2>
      <ul>
        {requests.map((request) => (
          <Request key={request.id} request={request} userId={userId} />
        ))}
      </ul>
    </section>
  )
}

function Request({ request, userId }: { request: ConnectionRequest; userId: string }) {
  const { member } = request
  const toast = useToast()
  const answer = useRequestAnswerMutation(userId)
  const reply = (accept: boolean) =>
    answer.mutate(
      { requestId: request.id, accept },
      { onSuccess: () => toast(accept ? `You and ${member.username} are connected.` : 'Request declined.') },
    )
  // Also once it has got through, until the list is without it.
  const waiting = answer.isPending || answer.isSuccess ? answer.variables : undefined
  return (
    <li>
      <Avatar id={member.id} name={member.username} src={member.avatar_url} />
      <div className="grow">
        <div className="strong ellipsis" dir="auto">
          {member.username}
        </div>
        <div className="small quiet ellipsis" dir="auto">
          {member.fishing_area}
        </div>
      </div>
      <div className="request-acts">
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
          The answer did not get through. Try again.
        </Banner>
      )}
    </li>
  )
}
