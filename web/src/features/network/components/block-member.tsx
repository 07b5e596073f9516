import { useRef, useState } from 'react'
import { Banner } from '../../../components/feedback/banner.tsx'
import { useToast } from '../../../components/feedback/toast.tsx'
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx'
import { useBlockMutation } from '../../../data/network/block-mutations.ts'
import { blockRefusal } from '../../../data/network/block-refusal.ts'
import { isAnswerLost } from '../../../lib/answer-lost.ts'
import * as styles from '../member-page.module.css'

export interface BlockMemberProps {
  /** Undefined keeps the question closed. */
  member: { id: string; username: string } | undefined
  onClose: () => void
}

/** Asks before a member is blocked. */
export function BlockMember({ member, onClose }: BlockMemberProps) {
  const toast = useToast()
  const block = useBlockMutation()
  const [failure, setFailure] = useState<string>()
  const underway = useRef(false)
  const close = () => {
    setFailure(undefined)
    onClose()
  }
  const confirm = () => {
    if (!member || underway.current) return
    underway.current = true
    setFailure(undefined)
    // Not by a callback of `mutate`: the question leaves the page with the member.
    block
      .mutateAsync(member.id)
      .then(
        () => {
          toast(`You have blocked ${member.username}.`)
          close()
        },
        (error: unknown) => setFailure(failureOf(error)),
      )
      .finally(() => {
        underway.current = false
      })
  }
  return (
    <ConfirmDialog
      open={member !== undefined}
      title={`Block ${member?.username}?`}
      text={
        <>
          You will no longer see each other in the news, in comments, in search or in Network, and your connection ends.{' '}
          <bdi>{member?.username}</bdi> is not told. The leaderboard and results of games still show you both.
        </>
      }
      failure={
        failure && (
          <Banner tone="danger" className={styles.failure}>
            {failure}
          </Banner>
        )
      }
      confirmLabel="Block"
      busy={block.isPending}
      onConfirm={confirm}
      onCancel={close}
    />
  )
}

function failureOf(error: unknown): string {
  const reason = blockRefusal(error)
  if (reason !== undefined) return reason
  console.error('block', error)
  return isAnswerLost(error)
    ? 'No answer came, so we cannot tell whether it was done. You can try again.'
    : 'The member could not be blocked. Try again.'
}
