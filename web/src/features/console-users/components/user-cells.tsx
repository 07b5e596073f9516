import Ban from 'lucide-react/icons/ban'
import CircleCheck from 'lucide-react/icons/circle-check'
import KeyRound from 'lucide-react/icons/key-round'
import Pencil from 'lucide-react/icons/pencil'
import Trash2 from 'lucide-react/icons/trash-2'
import { RowAction } from '../../../components/console/row-action.tsx'
import { Avatar } from '../../../components/ui/avatar.tsx'
import { Pill } from '../../../components/ui/pill.tsx'
import type { UserRow } from '../../../data/users/user-row.ts'

/** What can be done to an account. */
export type UserAction = 'edit' | 'password' | 'suspend' | 'delete'

/** Picture, name and the mark of an admin. */
export function UserCell({ user }: { user: UserRow }) {
  return (
    <div className="row user-cell">
      <Avatar id={user.id} name={user.username} src={user.avatar_url} size={36} />
      <span className="strong ellipsis" dir="auto" title={user.username}>
        {user.username}
      </span>
      {user.is_admin && (
        <Pill tone="lake" dot={false} className="user-admin">
          Admin
        </Pill>
      )}
    </div>
  )
}

export function StatusCell({ user }: { user: UserRow }) {
  return <Pill tone={user.is_suspended ? 'bad' : 'ok'}>{user.is_suspended ? 'Suspended' : 'Active'}</Pill>
}

/** The four buttons of a row; on phones the word stands beside the icon. */
export function UserActions({ user, onAction }: { user: UserRow; onAction: (action: UserAction) => void }) {
  const name = user.username
  const [word, Icon] = user.is_suspended ? (['Unsuspend', CircleCheck] as const) : (['Suspend', Ban] as const)
  return (
    <div className="acts-end user-acts">
      <RowAction
        word="Edit"
        label={`Edit ${name}`}
        icon={<Pencil className="i" aria-hidden="true" />}
        onClick={() => onAction('edit')}
      />
      <RowAction
        word="Password"
        label={`Change password of ${name}`}
        icon={<KeyRound className="i" aria-hidden="true" />}
        onClick={() => onAction('password')}
      />
      <RowAction
        word={word}
        label={`${word} ${name}`}
        icon={<Icon className="i" aria-hidden="true" />}
        onClick={() => onAction('suspend')}
      />
      <RowAction
        danger
        word="Delete"
        label={`Delete ${name}`}
        icon={<Trash2 className="i" aria-hidden="true" />}
        onClick={() => onAction('delete')}
      />
    </div>
  )
}
