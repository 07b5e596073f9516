import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { FormDialog } from '../../../components/console/form-dialog.tsx'
import { useToast } from '../../../components/feedback/toast.tsx'
import { CheckField, TextField } from '../../../components/form/fields.tsx'
import { usernameRefusal } from '../../../data/profile/username-refusal.ts'
import { useUserEditMutation } from '../../../data/users/console-edit-mutation.ts'
import { userQuery } from '../../../data/users/console-user-query.ts'
import { rightsRefusal } from '../../../data/users/refusal.ts'
import type { UserRow } from '../../../data/users/user-row.ts'
import { consoleFailureText } from '../../../lib/console-failure-text.ts'
import { useAppForm } from '../../../lib/form/use-app-form.ts'
import { userSchema } from '../user-schema.ts'

export interface EditDialogProps {
  /** The member as in the list when the dialog opened; undefined keeps the dialog closed. */
  user: UserRow | undefined
  onClose: () => void
}

const valuesOf = (user: UserRow | undefined) => ({
  username: user?.username ?? '',
  is_admin: user?.is_admin ?? false,
})

/** Edits a member's name and rights. */
export function EditDialog({ user, onClose }: EditDialogProps) {
  const toast = useToast()
  const queries = useQueryClient()
  const edit = useUserEditMutation()
  // Reloaded after someone else's change.
  const [fresh, setFresh] = useState<UserRow>()
  const seen = fresh?.id === user?.id ? fresh : user
  const close = () => {
    setFresh(undefined)
    onClose()
  }
  const form = useAppForm({
    schema: userSchema,
    start: valuesOf(seen),
    follow: 'fields',
    send: async (wanted) => {
      if (seen) await edit.mutateAsync({ seen, wanted })
    },
    done: (_, { username }) => {
      toast(`${username} is saved.`)
      close()
    },
    fault: (error) => {
      const username = usernameRefusal(error)
      return username === undefined ? undefined : { username }
    },
    reload: async () => {
      const now = seen && (await queries.fetchQuery(userQuery(seen.id)))
      if (!now) {
        close()
        return undefined
      }
      setFresh(now)
      return { start: valuesOf(now), version: undefined }
    },
    action: consoleFailureText.updateUser,
    reason: rightsRefusal,
  })
  return (
    <FormDialog
      form={form}
      open={user !== undefined}
      title={
        <>
          Edit <bdi>{seen?.username}</bdi>
        </>
      }
      onClose={close}
      submitLabel="Save"
      needsChange
    >
      <TextField form={form} name="username" label="Username" counted dir="auto" autoComplete="off" data-autofocus />
      <CheckField
        form={form}
        name="is_admin"
        label="Admin"
        className="field"
        hint="Admins use this console: they see every email address, change points, badges, prizes and games, and can suspend, edit and delete anyone else. Only another admin can undo this. A moderator who becomes an admin is a moderator no longer."
      />
    </FormDialog>
  )
}
