import { useId, useRef, useState } from 'react'
import { FormDialog } from '../../../components/console/form-dialog.tsx'
import { ErrorBanner } from '../../../components/feedback/error-banner.tsx'
import { useToast } from '../../../components/feedback/toast.tsx'
import { Field } from '../../../components/ui/field.tsx'
import { PasswordInput } from '../../../components/ui/password-input.tsx'
import { useMemberPasswordMutation } from '../../../data/users/console-password-mutation.ts'
import type { UserRow } from '../../../data/users/user-row.ts'
import { passwordError } from '../user-rules.ts'

export interface PasswordDialogProps {
  /** Undefined keeps the dialog closed. */
  user: UserRow | undefined
  onClose: () => void
}

/** Sets a new password for a member, who is signed out everywhere. */
export function PasswordDialog({ user, onClose }: PasswordDialogProps) {
  const id = useId()
  const toast = useToast()
  const change = useMemberPasswordMutation()
  const input = useRef<HTMLInputElement>(null)
  const [password, setPassword] = useState('')
  const [error, setError] = useState<string>()

  const close = () => {
    setPassword('')
    setError(undefined)
    change.reset()
    onClose()
  }
  const submit = () => {
    if (!user) return
    const wrong = passwordError(password)
    setError(wrong)
    if (wrong) return input.current?.focus()
    return change.mutateAsync({ userId: user.id, password }).then(
      () => {
        toast(`${user.username} has a new password and is signed out everywhere.`)
        close()
      },
      // The dialog shows it.
      () => {},
    )
  }

  return (
    <FormDialog
      open={user !== undefined}
      title={
        <>
          Change password of <bdi>{user?.username}</bdi>
        </>
      }
      onClose={close}
      onSubmit={submit}
      submitLabel="Change password"
      busy={change.isPending}
      dirty={password !== ''}
      failure={change.error && <ErrorBanner action="updatePassword" error={change.error} />}
    >
      <p>
        The member is signed out everywhere and needs the new password to come back. Tell them in person or by phone:
        nothing is sent.
      </p>
      <Field id={`${id}-password`} label="New password" error={error}>
        {(control) => (
          <PasswordInput
            {...control}
            ref={input}
            what="new password"
            autoComplete="new-password"
            data-autofocus
            value={password}
            onChange={(event) => {
              setPassword(event.target.value)
              setError(undefined)
            }}
          />
        )}
      </Field>
    </FormDialog>
  )
}
