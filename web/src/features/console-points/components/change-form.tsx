import { useRef, useState } from 'react'
import { PointsField } from '../../../components/console/points-field.tsx'
import { useToast } from '../../../components/feedback/toast.tsx'
import { AreaField } from '../../../components/form/fields.tsx'
import { Failure, Form, SendButton } from '../../../components/form/form.tsx'
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx'
import { usePointsChangeMutation } from '../../../data/points/console-change-mutation.ts'
import { pointsRefusal } from '../../../data/points/refusal.ts'
import type { UserRow } from '../../../data/users/user-row.ts'
import { useUserId } from '../../../hooks/use-session.ts'
import { consoleFailureText } from '../../../lib/console-failure-text.ts'
import { changeSchema, pointsOf, UNUSUAL } from '../../../lib/console-points.ts'
import { useAppForm } from '../../../lib/form/use-app-form.ts'
import { formatCount, formatPoints, formatPointsChange } from '../../../lib/format.ts'
import { joinClasses } from '../../../lib/join-classes.ts'
import * as styles from '../points.module.css'

/** Changes a member's points, and shows the balance before and after. Mount one per member (`key`). */
export function ChangeForm({ user }: { user: UserRow }) {
  const toast = useToast()
  const change = usePointsChangeMutation(useUserId())
  const [asking, setAsking] = useState(false)
  const answer = useRef<(yes: boolean) => void>(undefined)
  const form = useAppForm({
    schema: changeSchema,
    start: { typed: { digits: '', negative: false }, reason: '' },
    keep: `points-${user.id}`,
    confirm: ({ points }) => {
      if (!isUnusual(points, user.points + points)) return true
      setAsking(true)
      return new Promise<boolean>((resolve) => {
        answer.current = resolve
      })
    },
    send: (values, { request }) =>
      change.mutateAsync({ ...values, requestId: request, userIds: [user.id] }).finally(() => setAsking(false)),
    next: 'blank',
    done: (written) => {
      const given = formatPointsChange(written.points)
      toast(
        written.earlier
          ? `The change of ${given} points for ${user.username} was already recorded; nothing was added twice.`
          : `${formatCount(Math.abs(written.points), 'point')} ${written.points > 0 ? 'given to' : 'taken from'} ${user.username}.`,
      )
    },
    action: consoleFailureText.updatePoints,
    reason: pointsRefusal,
    unanswered: 'You can try again: the change will not be recorded twice.',
  })
  const points = pointsOf(form.values.typed)
  const after = user.points + points

  return (
    <Form form={form} className={styles.form}>
      <PointsField form={form} />
      <p className={styles.balance} aria-live="polite">
        Balance <span className="figure">{formatPoints(user.points)}</span>
        {points !== 0 && !form.busy && (
          <>
            {' '}
            <span className="quiet">becomes</span>{' '}
            <span className={joinClasses('figure', after < 0 && styles.isMinus)}>{formatPoints(after)}</span>
          </>
        )}
      </p>
      <AreaField
        form={form}
        name="reason"
        label="Reason"
        hint="The member sees it in the points history."
        counted
        rows={2}
      />
      <Failure form={form} />
      <SendButton form={form} variant="tip">
        Update Points
      </SendButton>
      <ConfirmDialog
        open={asking}
        title={after < 0 && points < 0 ? 'Take the balance below zero?' : 'Is this amount right?'}
        text={
          <>
            <bdi className="strong">{user.username}</bdi> has {formatPoints(user.points)} points and will have{' '}
            {formatPoints(after)}.
          </>
        }
        confirmLabel="Update Points"
        busy={form.busy}
        onConfirm={() => answer.current?.(true)}
        onCancel={() => {
          setAsking(false)
          answer.current?.(false)
        }}
      />
    </Form>
  )
}

const isUnusual = (points: number, after: number) => (after < 0 && points < 0) || Math.abs(points) >= UNUSUAL
