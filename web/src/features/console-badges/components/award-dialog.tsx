import { useState } from 'react'
import { BadgeChoice } from '../../../components/console/badge-choice.tsx'
import { FormDialog } from '../../../components/console/form-dialog.tsx'
import { useToast } from '../../../components/feedback/toast.tsx'
import { useAwardMutation } from '../../../data/badges/console-award-mutations.ts'
import type { Badge } from '../../../data/badges/console-badges-query.ts'
import { awardRefusal, BadgeNotFound } from '../../../data/badges/refusal.ts'
import type { UserRow } from '../../../data/users/user-row.ts'
import { useUserId } from '../../../hooks/use-session.ts'
import { consoleFailureText } from '../../../lib/console-failure-text.ts'
import { useAppForm } from '../../../lib/form/use-app-form.ts'
import { awardSchema } from '../badge-schema.ts'
import { MemberChoice } from './member-choice.tsx'

/** How an award starts: with a badge, when the member is to be chosen, or with a member, when the badge is. */
export type AwardStart = { badge: Badge } | { user: UserRow }

export interface AwardDialogProps {
  /** Undefined keeps the dialog closed. */
  start: AwardStart | undefined
  badges: readonly Badge[]
  onClose: () => void
}

/** Awards a badge to a member. */
export function AwardDialog({ start, badges, onClose }: AwardDialogProps) {
  const toast = useToast()
  const award = useAwardMutation(useUserId())
  const [chosen, setChosen] = useState<UserRow>()
  const given = start && 'badge' in start ? start.badge : undefined
  const user = start && 'user' in start ? start.user : chosen
  const close = () => {
    setChosen(undefined)
    onClose()
  }
  const form = useAppForm({
    schema: awardSchema,
    start: { badgeId: given?.id ?? '' },
    follow: 'fields',
    send: async ({ badgeId }, { request }) => {
      if (user) await award.mutateAsync({ requestId: request, userIds: [user.id], badgeId })
    },
    done: () => {
      toast(`${badge?.name} awarded to ${user?.username}.`)
      close()
    },
    action: (error) =>
      error instanceof BadgeNotFound ? consoleFailureText.badgeNotFound : consoleFailureText.awardBadge,
    reason: awardRefusal,
  })
  const badge = given ?? badges.find((one) => one.id === form.values.badgeId)

  return (
    <FormDialog
      form={form}
      open={start !== undefined}
      title={
        given ? (
          <>
            Award <bdi>{given.name}</bdi>
          </>
        ) : (
          <>
            Award a badge to <bdi>{user?.username}</bdi>
          </>
        )
      }
      onClose={close}
      submitLabel="Award badge"
      disabled={!badge || !user}
      dirty={false}
    >
      {given ? <MemberChoice chosen={chosen} onChoose={setChosen} /> : <BadgeChoice form={form} badges={badges} />}
      <p className="hint">The award is posted to the newsfeed.</p>
    </FormDialog>
  )
}
