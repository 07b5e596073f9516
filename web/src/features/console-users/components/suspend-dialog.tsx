import { useRef } from 'react'
import { FormDialog } from '../../../components/console/form-dialog.tsx'
import { useToast } from '../../../components/feedback/toast.tsx'
import { AreaField, SelectField } from '../../../components/form/fields.tsx'
import { useSuspendMutation } from '../../../data/users/console-suspend-mutation.ts'
import { rightsRefusal } from '../../../data/users/refusal.ts'
import type { UserRow } from '../../../data/users/user-row.ts'
import { useIsModerator } from '../../../hooks/use-is-moderator.ts'
import { consoleFailureText } from '../../../lib/console-failure-text.ts'
import { useAppForm } from '../../../lib/form/use-app-form.ts'
import { formatMoment } from '../../../lib/format.ts'
import { serverNow } from '../../../lib/server-clock.ts'
import { endOf, suspensionSchema, termsFor } from '../suspension.ts'

export interface SuspendDialogProps {
  /** The member as in the list when the dialog opened; undefined keeps the dialog closed. */
  user: UserRow | undefined
  onClose: () => void
}

/** Suspends a member from the newsfeed for a time, with a reason. */
export function SuspendDialog({ user, onClose }: SuspendDialogProps) {
  const toast = useToast()
  const isModerator = useIsModerator()
  const suspend = useSuspendMutation()
  const asked = useRef<{ key: string; endsAt: string | null }>(undefined)
  const form = useAppForm({
    schema: suspensionSchema,
    start: { term: '7 days', reason: '' } as const,
    send: async ({ term, reason }, { request }) => {
      if (!user) return
      // Every attempt at one suspension asks for the same end, or the second would be a change of the first.
      const key = `${request} ${term}`
      if (asked.current?.key !== key) asked.current = { key, endsAt: endOf(term, serverNow()) }
      await suspend.mutateAsync({ userId: user.id, reason, endsAt: asked.current.endsAt })
    },
    done: () => {
      toast(`${user?.username} is suspended.`)
      onClose()
    },
    action: consoleFailureText.updateUserStatus,
    reason: rightsRefusal,
  })
  const end = endOf(form.values.term, serverNow())
  return (
    <FormDialog
      form={form}
      open={user !== undefined}
      title={
        <>
          Suspend <bdi>{user?.username}</bdi>?
        </>
      }
      onClose={onClose}
      submitLabel="Suspend"
    >
      <p>
        They can no longer read or write in the newsfeed, and only the club team sees their posts and comments. They
        disappear from the leaderboard and cannot give or receive gifts of points. They can still enter games and claim
        prizes.
      </p>
      <SelectField
        form={form}
        name="term"
        label="For how long"
        fieldClass="field"
        hint={
          end === null
            ? 'Until an admin lifts it.'
            : `Ends automatically on ${formatMoment(end)}.${isModerator ? ' Only an admin can lift it before then.' : ''}`
        }
      >
        {termsFor(isModerator).map((term) => (
          <option key={term} value={term}>
            {term}
          </option>
        ))}
      </SelectField>
      <AreaField
        form={form}
        name="reason"
        label="Reason"
        hint="The member reads it, and so do admins in the audit trail."
        counted
        rows={3}
        data-autofocus
      />
    </FormDialog>
  )
}
