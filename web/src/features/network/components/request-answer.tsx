import { Banner } from '../../../components/feedback/banner.tsx'
import { useToast } from '../../../components/feedback/toast.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { useRequestAnswerMutation } from '../../../data/network/request-answer-mutation.ts'
import * as styles from '../requests.module.css'

export interface RequestAnswerProps {
  userId: string
  /** The member who would like to connect. */
  member: { id: string; username: string }
  onAnswered?: () => void
}

const ENDED = { declined: 'Request declined.', gone: 'This request is no longer open.' } as const

/** Accepts or declines a member's request; used until the request is no longer among the loaded ones. */
export function RequestAnswer({ userId, member, onAnswered }: RequestAnswerProps) {
  const toast = useToast()
  const answer = useRequestAnswerMutation(userId)
  const reply = (accept: boolean) => {
    // Not by a callback of `mutate`: the request may leave the page before its answer arrives.
    answer.mutateAsync({ memberId: member.id, accept }).then(
      (became) => {
        onAnswered?.()
        toast(became === 'accepted' ? `You and ${member.username} are connected.` : ENDED[became])
      },
      () => {},
    )
  }
  // Also after success, until the request is no longer loaded.
  const waiting = answer.isPending || answer.isSuccess ? answer.variables : undefined
  return (
    <>
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
    </>
  )
}
