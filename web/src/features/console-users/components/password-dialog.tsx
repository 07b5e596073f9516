import { FormDialog } from '../../../components/console/form-dialog.tsx'
import { useToast } from '../../../components/feedback/toast.tsx'
import { PasswordField } from '../../../components/form/fields.tsx'
import { useMemberPasswordMutation } from '../../../data/users/console-password-mutation.ts'
import type { UserRow } from '../../../data/users/user-row.ts'
import { useAppForm } from '../../../lib/form/use-app-form.ts'
import { memberPasswordSchema } from '../user-schema.ts'

export interface PasswordDialogProps {
  /** Undefined keeps the dialog closed. */
  user: UserRow | undefined
  onClose: () => void
}

/** Sets a new password for a member and ends all their sessions. */
export function PasswordDialog({ user, onClose }: PasswordDialogProps) {
  const toast = useToast()
  const change = useMemberPasswordMutation()
  const form = useAppForm({
    schema: memberPasswordSchema,
    start: { password: '' },
    send: async ({ password }) => {
      if (user) await change.mutateAsync({ userId: user.id, password })
    },
    next: 'blank',
    done: () => {
      toast(`${user?.username} has a new password and is signed out everywhere.`)
      onClose()
    },
    action: 'updatePassword',
  })
  return (
    <FormDialog
      form={form}
      open={user !== undefined}
      title={
        <>
          Change password of <bdi>{user?.username}</bdi>
        </>
      }
      onClose={onClose}
      submitLabel="Change password"
    >
      <p>
        The member is signed out everywhere and needs the new password to sign in again. Give it to them in person or by
        phone: no email is sent.
      </p>
      <PasswordField
        form={form}
        name="password"
        label="New password"
        what="new password"
        autoComplete="new-password"
        data-autofocus
      />
    </FormDialog>
  )
}
