import { useId, useMemo, useRef, useState } from 'react'
import { FormDialog } from '../../../components/console/form-dialog.tsx'
import { Banner } from '../../../components/feedback/banner.tsx'
import { useToast } from '../../../components/feedback/toast.tsx'
import { Field } from '../../../components/ui/field.tsx'
import { useAwardMutation } from '../../../data/badges/console-award-mutations.ts'
import type { Badge } from '../../../data/badges/console-badges-query.ts'
import { awardRefusal, BadgeNotFound } from '../../../data/badges/refusal.ts'
import type { UserRow } from '../../../data/users/user-row.ts'
import { useUserId } from '../../../hooks/use-session.ts'
import { bannerText } from '../../../lib/failure-text.ts'
import { MemberChoice } from './member-choice.tsx'

/** What an award begins with: a badge whose member is to be found, or a member whose badge is to be chosen. */
export type AwardStart = { badge: Badge } | { user: UserRow }

export interface AwardDialogProps {
  /** Undefined keeps the dialog closed. */
  start: AwardStart | undefined
  badges: readonly Badge[]
  onClose: () => void
}

/** Gives a badge to a member. */
export function AwardDialog({ start, badges, onClose }: AwardDialogProps) {
  const id = useId()
  const toast = useToast()
  const award = useAwardMutation(useUserId())
  const select = useRef<HTMLSelectElement>(null)
  const [badgeId, setBadgeId] = useState('')
  const [chosen, setChosen] = useState<UserRow>()
  const given = start && 'badge' in start ? start.badge : undefined
  const user = start && 'user' in start ? start.user : chosen
  const badge = given ?? badges.find((one) => one.id === badgeId)

  const close = () => {
    setBadgeId('')
    setChosen(undefined)
    award.reset()
    onClose()
  }
  const submit = () => {
    if (!badge || !user) return
    return award.mutateAsync({ userId: user.id, badgeId: badge.id }).then(
      () => {
        toast(`${user.username} has earned ${badge.name}.`)
        close()
      },
      // The dialog shows it.
      () => {},
    )
  }

  return (
    <FormDialog
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
      onSubmit={submit}
      submitLabel="Award badge"
      busy={award.isPending}
      disabled={!badge || !user}
      failure={award.error && <AwardFailure error={award.error} />}
    >
      {given ? (
        <MemberChoice chosen={chosen} onChoose={setChosen} />
      ) : (
        <Field
          id={`${id}-badge`}
          label="Badge"
          hint={badges.length === 0 ? 'There is no badge to award: create one first.' : badge?.description}
        >
          {(control) => (
            <select
              {...control}
              ref={select}
              className="input"
              data-autofocus
              value={badgeId}
              onChange={(event) => setBadgeId(event.target.value)}
            >
              <option value="">Choose a badge</option>
              {badges.map((one) => (
                <option key={one.id} value={one.id}>
                  {one.icon} {one.name}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
      <p className="hint">The newsfeed tells everybody of the award.</p>
    </FormDialog>
  )
}

function AwardFailure({ error }: { error: Error }) {
  const words = useMemo(
    () => bannerText(error instanceof BadgeNotFound ? 'badgeNotFound' : 'awardBadge', error),
    [error],
  )
  const reason = awardRefusal(error)
  return (
    <Banner tone="danger">
      {reason ? (
        <>
          {words}. <span className="small">{reason}</span>
        </>
      ) : (
        words
      )}
    </Banner>
  )
}
