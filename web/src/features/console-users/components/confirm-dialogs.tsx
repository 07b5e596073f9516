import { useState } from 'react'
import { ConfirmAction } from '../../../components/console/confirm-action.tsx'
import { useToast } from '../../../components/feedback/toast.tsx'
import { useUserDeleteMutation } from '../../../data/users/console-delete-mutation.ts'
import { useUserEditMutation } from '../../../data/users/console-edit-mutation.ts'
import { useUnsuspendMutation } from '../../../data/users/console-suspend-mutation.ts'
import { rightsRefusal } from '../../../data/users/refusal.ts'
import type { UserRow } from '../../../data/users/user-row.ts'
import { consoleFailureText } from '../../../lib/console-failure-text.ts'

export interface UserConfirmProps {
  /** The member as in the list when the dialog opened; undefined keeps the dialog closed. */
  user: UserRow | undefined
  onClose: () => void
}

/** Lifts a suspension. */
export function UnsuspendDialog({ user, onClose }: UserConfirmProps) {
  const toast = useToast()
  const unsuspend = useUnsuspendMutation()
  const [refusal, run, forget] = useRefusal()
  const confirm = () =>
    run(async () => {
      if (!user) return
      await unsuspend.mutateAsync(user.id)
      toast(`${user.username} is no longer suspended.`)
    })
  return (
    <ConfirmAction
      open={user !== undefined}
      title={`Unsuspend ${user?.username ?? ''}?`}
      text={
        <>
          <p>
            They can read and write in the newsfeed again, and their posts and comments are visible to members again.
          </p>
          {refusal && <p role="alert">{refusal}</p>}
        </>
      }
      confirmLabel="Unsuspend"
      tone="lake"
      onConfirm={confirm}
      onClose={() => {
        forget()
        onClose()
      }}
      failure={consoleFailureText.updateUserStatus}
    />
  )
}

/** Makes a member a moderator, or takes the role back. */
export function ModeratorDialog({ user, onClose }: UserConfirmProps) {
  const toast = useToast()
  const edit = useUserEditMutation()
  const [refusal, run, forget] = useRefusal()
  const name = user?.username ?? ''
  const makes = !user?.is_moderator
  const confirm = () =>
    run(async () => {
      if (!user) return
      await edit.mutateAsync({ seen: user, wanted: { is_moderator: makes } })
      toast(makes ? `${name} is a moderator.` : `${name} is no longer a moderator.`)
    })
  return (
    <ConfirmAction
      open={user !== undefined}
      title={makes ? `Make ${name} a moderator?` : `Remove ${name} as a moderator?`}
      text={
        <>
          {makes && user?.is_suspended && <p>They are suspended: the role begins when the suspension ends.</p>}
          {makes ? (
            <p>
              Moderators decide reports about members, delete members’ posts and comments, suspend members for up to 30
              days, and read and write team notes. They do not see email addresses, points, prizes or settings. Their
              game entries never win.
            </p>
          ) : (
            <p>They lose the console at once. What they decided stays.</p>
          )}
          {refusal && <p role="alert">{refusal}</p>}
        </>
      }
      confirmLabel={makes ? 'Make moderator' : 'Remove moderator'}
      tone={makes ? 'lake' : 'danger'}
      onConfirm={confirm}
      onClose={() => {
        forget()
        onClose()
      }}
      failure={consoleFailureText.updateUser}
    />
  )
}

/** Deletes a member with all their data. */
export function DeleteDialog({ user, onDeleted, onClose }: UserConfirmProps & { onDeleted: (id: string) => void }) {
  const toast = useToast()
  const remove = useUserDeleteMutation()
  const [refusal, run, forget] = useRefusal()
  const confirm = () =>
    run(async () => {
      if (!user) return
      const left = await remove.mutateAsync(user.id)
      onDeleted(user.id)
      toast(
        left === 'files-left'
          ? `${user.username} is deleted. Some of their files could not be removed yet; the next deletion removes them.`
          : `${user.username} is deleted.`,
      )
    })
  return (
    <ConfirmAction
      open={user !== undefined}
      title={`Delete ${user?.username ?? ''}?`}
      text={
        <>
          <p>Are you sure you want to delete this user? This action cannot be undone.</p>
          <p className="small quiet">
            This deletes the account of <bdi className="strong">{user?.username}</bdi> with its points, badges, prizes,
            game entries, posts, comments and photos.
          </p>
          {refusal && <p role="alert">{refusal}</p>}
        </>
      }
      confirmLabel="Delete"
      onConfirm={confirm}
      onClose={() => {
        forget()
        onClose()
      }}
      failure={consoleFailureText.deleteUser}
    />
  )
}

/** Keeps the database's reason for a refusal, shown beside the dialog's own failure text. */
function useRefusal(): [string | undefined, (action: () => Promise<void>) => Promise<void>, () => void] {
  const [refusal, setRefusal] = useState<string>()
  const run = async (action: () => Promise<void>) => {
    setRefusal(undefined)
    try {
      await action()
    } catch (error) {
      setRefusal(rightsRefusal(error))
      throw error
    }
  }
  return [refusal, run, () => setRefusal(undefined)]
}
