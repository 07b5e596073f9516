import clsx from 'clsx'
import { type FormEvent, useId, useMemo, useRef, useState } from 'react'
import { TEXT_LIMITS } from '../../../../../contract/src/limits.ts'
import { Banner } from '../../../components/feedback/banner.tsx'
import { useToast } from '../../../components/feedback/toast.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx'
import { Field } from '../../../components/ui/field.tsx'
import { TextArea } from '../../../components/ui/text-area.tsx'
import { TextInput } from '../../../components/ui/text-input.tsx'
import { usePointsChangeMutation } from '../../../data/points/console-change-mutation.ts'
import { pointsRefusal } from '../../../data/points/refusal.ts'
import type { UserRow } from '../../../data/users/user-row.ts'
import { useUserId } from '../../../hooks/use-session.ts'
import { bannerText } from '../../../lib/failure-text.ts'
import { formatPoints, formatPointsChange } from '../../../lib/format.ts'
import { NotAuthenticated } from '../../../lib/not-authenticated.ts'
import { forgetPointsDraft, keepPointsDraft, type PointsDraft, readPointsDraft } from '../points-draft.ts'
import { changeErrors, pointsOf, readTyped, writeTyped } from '../points-rules.ts'

/** Gives points to one member or takes them, with the balance before and after. Mount one per member (`key`). */
export function ChangeForm({ user }: { user: UserRow }) {
  const toast = useToast()
  const id = useId()
  const adminId = useUserId()
  const writer = adminId ?? ''
  const change = usePointsChangeMutation(adminId)
  const amount = useRef<HTMLInputElement>(null)
  const why = useRef<HTMLTextAreaElement>(null)
  const underway = useRef(false)
  const [draft, setDraft] = useState(() => readPointsDraft(writer, user.id))
  const [checked, setChecked] = useState(false)
  const [asking, setAsking] = useState(false)
  const points = pointsOf(draft.typed)
  const after = user.points + points
  const errors = checked ? changeErrors(draft.typed, draft.reason) : {}

  const edit = (part: Partial<PointsDraft>) => {
    const next = { ...draft, ...part }
    setDraft(next)
    keepPointsDraft(writer, user.id, next)
  }

  const send = () => {
    if (underway.current) return
    underway.current = true
    // Kept before it is sent: after a lost answer even a reload sends the same id.
    keepPointsDraft(writer, user.id, draft)
    change.mutate(
      { id: draft.id, userId: user.id, points, reason: draft.reason.trim() },
      {
        onSuccess: (written) => {
          forgetPointsDraft(writer, user.id)
          setDraft(readPointsDraft(writer, user.id))
          setChecked(false)
          const change = formatPointsChange(written.points)
          toast(
            written.earlier
              ? `${user.username}: ${change} points had been written already.`
              : `${user.username}: ${change} points.`,
          )
        },
        onSettled: () => {
          underway.current = false
          setAsking(false)
        },
      },
    )
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (underway.current) return
    setChecked(true)
    const wrong = changeErrors(draft.typed, draft.reason)
    if (wrong.points) return amount.current?.focus()
    if (wrong.reason) return why.current?.focus()
    if (after < 0 && points < 0) setAsking(true)
    else send()
  }

  return (
    <form className="points-form" onSubmit={submit} noValidate>
      {change.isError && <ChangeFailure error={change.error} onDismiss={change.reset} />}
      <div className="points-change">
        <Field id={`${id}-points`} label="Points change" error={errors.points}>
          {(control) => (
            <TextInput
              {...control}
              ref={amount}
              className={clsx('num points-amt', draft.typed.negative && 'is-minus')}
              inputMode="numeric"
              autoComplete="off"
              value={writeTyped(draft.typed)}
              onChange={(event) => edit({ typed: readTyped(event.target.value) })}
            />
          )}
        </Field>
        <Button
          variant="line"
          className="points-sign"
          aria-pressed={draft.typed.negative}
          onClick={() => edit({ typed: { ...draft.typed, negative: !draft.typed.negative } })}
        >
          Make Negative
        </Button>
      </div>
      <p className="points-sum" aria-live="polite">
        Balance <span className="num">{formatPoints(user.points)}</span>
        {points !== 0 && !change.isPending && (
          <>
            {' '}
            <span className="quiet">becomes</span>{' '}
            <span className={clsx('num', after < 0 && 'is-minus')}>{formatPoints(after)}</span>
          </>
        )}
      </p>
      <Field
        id={`${id}-reason`}
        label="Reason"
        hint="The member reads it in the points history."
        error={errors.reason}
        counter={{ length: Array.from(draft.reason.trim()).length, max: TEXT_LIMITS.pointsReason }}
      >
        {(control) => (
          <TextArea
            {...control}
            ref={why}
            rows={2}
            dir="auto"
            value={draft.reason}
            onChange={(event) => edit({ reason: event.target.value })}
          />
        )}
      </Field>
      <Button type="submit" variant="tip" busy={change.isPending}>
        Update Points
      </Button>
      <ConfirmDialog
        open={asking}
        title="Take the balance below zero?"
        text={
          <>
            <bdi className="strong">{user.username}</bdi> has {formatPoints(user.points)} points and will have{' '}
            {formatPoints(after)}.
          </>
        }
        confirmLabel="Update Points"
        busy={change.isPending}
        onConfirm={send}
        onCancel={() => setAsking(false)}
      />
    </form>
  )
}

function ChangeFailure({ error, onDismiss }: { error: Error; onDismiss: () => void }) {
  const words = useMemo(() => bannerText('updatePoints', error), [error])
  // Without an answer it is not known whether the row was written; the id makes another try safe, so it says so.
  const reason = pointsRefusal(error) ?? 'You can try again: the change will not be written twice.'
  return (
    <Banner tone="danger" className="points-failure" onDismiss={onDismiss}>
      {error instanceof NotAuthenticated ? (
        words
      ) : (
        <>
          {words}. <span className="small">{reason}</span>
        </>
      )}
    </Banner>
  )
}
