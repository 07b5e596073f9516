import Ban from 'lucide-react/icons/ban'
import CircleCheck from 'lucide-react/icons/circle-check'
import KeyRound from 'lucide-react/icons/key-round'
import Pencil from 'lucide-react/icons/pencil'
import Trash2 from 'lucide-react/icons/trash-2'
import { RowAction } from '../../../components/console/row-action.tsx'
import { RowActions } from '../../../components/console/row-actions.tsx'
import { Avatar } from '../../../components/ui/avatar.tsx'
import { Pill } from '../../../components/ui/pill.tsx'
import type { UserRow } from '../../../data/users/user-row.ts'
import { useIsModerator } from '../../../hooks/use-is-moderator.ts'
import { displayLocale, formatDay } from '../../../lib/format.ts'
import { writeDate } from '../../../lib/formatters.ts'
import * as styles from '../users.module.css'

/** The actions on an account. */
export type UserAction = 'award' | 'edit' | 'password' | 'moderator' | 'suspend' | 'delete'

/** Whether a moderator may do anything with an account: with the team's they may not. Only admins lift a suspension. */
export const isInReach = (user: UserRow): boolean => !user.is_admin && !user.is_moderator && !user.is_suspended

export interface UserCellProps {
  user: UserRow
  /** Whether the member's panel is open. */
  open: boolean
  onOpen: () => void
  /** Below the name, where its column is hidden. */
  email: boolean
}

/** Picture and name, with a mark for the team; the name opens the member's panel. */
export function UserCell({ user, open, onOpen, email }: UserCellProps) {
  return (
    <div className={`cluster ${styles.user}`}>
      <Avatar id={user.id} name={user.username} src={user.avatar_url} size={36} />
      <div className={styles.names}>
        <button
          type="button"
          className={styles.name}
          dir="auto"
          title={user.username}
          aria-expanded={open}
          data-user={user.id}
          onClick={onOpen}
        >
          {user.username}
        </button>
        {email && <div className={`ellipsis ${styles.second}`}>{user.auth_email}</div>}
      </div>
      <RolePill user={user} dot={false} className={styles.roleMark} />
    </div>
  )
}

/** Admin or Moderator; nothing for a member. */
export function RolePill({ user, ...look }: { user: UserRow; dot?: boolean; className?: string | undefined }) {
  if (!user.is_admin && !user.is_moderator) return null
  return (
    <Pill tone="lake" {...look}>
      {user.is_admin ? 'Admin' : 'Moderator'}
    </Pill>
  )
}

export const StatusPill = ({ user }: { user: UserRow }) => (
  <Pill tone={user.is_suspended ? 'bad' : 'ok'}>{user.is_suspended ? 'Suspended' : 'Active'}</Pill>
)

export function StatusCell({ user }: { user: UserRow }) {
  return (
    <>
      <StatusPill user={user} />
      {user.suspended_until && <span className={styles.until}>until {formatDay(user.suspended_until)}</span>}
    </>
  )
}

const DAY = { day: 'numeric', month: 'short', year: 'numeric' } as const

/** The day on which an account was opened, short: the columns are narrow. */
export const JoinedCell = ({ user }: { user: UserRow }) => writeDate(user.created_at, displayLocale(), DAY)

/**
 * The buttons of a row; on phones the label stands beside the icon. The database refuses a new password for an admin
 * until the admin rights are taken back. A moderator can only suspend.
 */
export function UserActions({ user, onAction }: { user: UserRow; onAction: (action: UserAction) => void }) {
  const name = user.username
  const isModerator = useIsModerator()
  const [verb, Icon] = user.is_suspended ? (['Unsuspend', CircleCheck] as const) : (['Suspend', Ban] as const)
  const suspend = (
    <RowAction
      text={verb}
      label={`${verb} ${name}`}
      icon={<Icon className="icon" aria-hidden="true" />}
      onClick={() => onAction('suspend')}
    />
  )
  if (isModerator) return isInReach(user) && <RowActions className={styles.actions}>{suspend}</RowActions>
  return (
    <RowActions className={styles.actions}>
      <RowAction
        text="Edit"
        label={`Edit ${name}`}
        icon={<Pencil className="icon" aria-hidden="true" />}
        onClick={() => onAction('edit')}
      />
      {!user.is_admin && (
        <RowAction
          text="Password"
          label={`Change password of ${name}`}
          icon={<KeyRound className="icon" aria-hidden="true" />}
          onClick={() => onAction('password')}
        />
      )}
      {suspend}
      <RowAction
        danger
        text="Delete"
        label={`Delete ${name}`}
        icon={<Trash2 className="icon" aria-hidden="true" />}
        onClick={() => onAction('delete')}
      />
    </RowActions>
  )
}
