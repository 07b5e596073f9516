import { useToast } from '../../../components/feedback/toast.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { useUnblockMutation } from '../../../data/network/block-mutations.ts'
import { isAnswerLost } from '../../../lib/answer-lost.ts'

/** Ends the viewer's block of a member. */
export function UnblockButton({ member }: { member: { id: string; username: string } }) {
  const toast = useToast()
  const unblock = useUnblockMutation()
  return (
    <Button
      variant="line"
      size="sm"
      busy={unblock.isPending}
      aria-label={`Unblock ${member.username}`}
      onClick={() =>
        // Not by a callback of `mutate`: the button leaves the page with the row.
        unblock.mutateAsync(member.id).then(
          () => toast(`You have unblocked ${member.username}.`),
          (error: unknown) => {
            console.error('unblock', error)
            toast(
              isAnswerLost(error)
                ? `No answer came, so ${member.username} may already be unblocked. You can try again.`
                : `${member.username} could not be unblocked. Try again.`,
              true,
            )
          },
        )
      }
    >
      Unblock
    </Button>
  )
}
