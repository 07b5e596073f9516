import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { FormDialog } from '../../../components/console/form-dialog.tsx'
import { PointsField } from '../../../components/console/points-field.tsx'
import { ErrorBanner } from '../../../components/feedback/error-banner.tsx'
import { useToast } from '../../../components/feedback/toast.tsx'
import { AreaField } from '../../../components/form/fields.tsx'
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx'
import { usePointsChangeMutation } from '../../../data/points/console-change-mutation.ts'
import { sharedPointsRefusal } from '../../../data/points/refusal.ts'
import { chosenUsersQuery } from '../../../data/users/console-chosen-query.ts'
import type { UserRow } from '../../../data/users/user-row.ts'
import { useUserId } from '../../../hooks/use-session.ts'
import { consoleFailureText } from '../../../lib/console-failure-text.ts'
import { changeSchema, pointsOf, UNUSUAL } from '../../../lib/console-points.ts'
import { useAppForm } from '../../../lib/form/use-app-form.ts'
import { formatCount, formatPoints, formatPointsChange } from '../../../lib/format.ts'
import { leftOutText, planPoints } from '../bulk-plan.ts'
import * as styles from '../users.module.css'
import type { BulkDialogProps } from './bulk-award-dialog.tsx'
import { LeftOut } from './left-out.tsx'
import { Names } from './names.tsx'

/** Gives the same number of points to all selected members, or to none. */
export function BulkPointsDialog({ chosen, onClose }: BulkDialogProps) {
  const toast = useToast()
  const members = useQuery(chosenUsersQuery(chosen.map(({ id }) => id)))
  const change = usePointsChangeMutation(useUserId())
  const [asking, setAsking] = useState(false)
  const answer = useRef<(yes: boolean) => void>(undefined)
  const plan = members.data && planPoints(chosen, members.data)
  const gets = plan?.gets ?? []
  const form = useAppForm({
    schema: changeSchema,
    start: { typed: { digits: '', negative: false }, reason: '' },
    confirm: ({ points }) => {
      if (Math.abs(points) < UNUSUAL && inDebt(gets, points).length === 0) return true
      setAsking(true)
      return new Promise<boolean>((resolve) => {
        answer.current = resolve
      })
    },
    send: (values, { request }) =>
      change
        .mutateAsync({ ...values, requestId: request, userIds: gets.map(({ id }) => id) })
        .finally(() => setAsking(false)),
    done: ({ points, earlier }) => {
      const who = gets.length === 1 ? '1 member' : `each of ${formatCount(gets.length, 'member')}`
      toast(
        earlier
          ? `The change of ${formatPointsChange(points)} points for ${who} was already recorded; nothing was added twice.`
          : `${formatCount(Math.abs(points), 'point')} ${points > 0 ? 'given to' : 'taken from'} ${who}.${plan ? leftOutText(plan) : ''}`,
      )
      close()
    },
    action: consoleFailureText.updatePoints,
    reason: sharedPointsRefusal,
    unanswered: 'You can try again: nothing will be recorded twice.',
  })
  const close = () => onClose(plan?.gone.map(({ id }) => id) ?? [])
  const points = pointsOf(form.values.typed)
  const debtors = inDebt(gets, points)

  return (
    <>
      <FormDialog
        form={form}
        title="Give points"
        onClose={close}
        submitLabel={form.values.typed.negative ? 'Take points' : 'Give points'}
        disabled={gets.length === 0}
      >
        <PointsField form={form} autofocus />
        <div className={styles.outcome} aria-live="polite">
          {plan && <p>{whatHappens(gets, points)}</p>}
          {debtors.length > 0 && !form.busy && (
            <p>
              Below zero afterwards: <Names names={debtors.map(({ username }) => username)} />.
            </p>
          )}
          {plan && <LeftOut plan={plan} />}
        </div>
        <AreaField
          form={form}
          name="reason"
          label="Reason"
          fieldClass={styles.reason}
          hint="The members see it in the points history."
          counted
          rows={2}
        />
        {members.isError && members.data === undefined && (
          <ErrorBanner
            action={consoleFailureText.loadUsers}
            error={members.error}
            onRetry={() => void members.refetch()}
          />
        )}
      </FormDialog>
      <ConfirmDialog
        open={asking}
        title={debtors.length > 0 ? 'Take balances below zero?' : 'Is this amount right?'}
        text={
          <>
            {whatHappens(gets, points)}
            {debtors.length > 0 && (
              <>
                {' '}
                Below zero afterwards: <Names names={debtors.map(({ username }) => username)} />.
              </>
            )}
          </>
        }
        confirmLabel={points < 0 ? 'Take points' : 'Give points'}
        busy={form.busy}
        onConfirm={() => answer.current?.(true)}
        onCancel={() => {
          setAsking(false)
          answer.current?.(false)
        }}
      />
    </>
  )
}

/** Those whose balance the change takes below zero, or further below. */
const inDebt = (members: readonly UserRow[], points: number) =>
  points < 0 ? members.filter((member) => member.points + points < 0) : []

function whatHappens(members: readonly UserRow[], points: number): string {
  const number = formatCount(members.length, 'member')
  if (members.length === 0) return 'Nobody gets anything.'
  if (points === 0) return `For ${members.length === 1 ? number : `each of ${number}`}.`
  const verb = points < 0 ? 'loses' : 'gets'
  const each = `${verb} ${formatCount(Math.abs(points), 'point')}`
  if (members.length === 1) return `${number} ${each}.`
  return `Each of ${number} ${each}, ${formatPoints(Math.abs(points) * members.length)} in all.`
}
