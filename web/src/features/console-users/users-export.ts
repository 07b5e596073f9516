import { loadAllUsers, loadChosenUsers } from '../../data/users/console-export.ts'
import type { UsersSearch } from '../../data/users/console-search.ts'
import type { UserRow } from '../../data/users/user-row.ts'
import type { CsvColumn } from '../../lib/csv.ts'

const COLUMNS: readonly CsvColumn<UserRow>[] = [
  { header: 'User', value: (user) => user.username },
  { header: 'Email', value: (user) => user.auth_email },
  { header: 'Points', value: (user) => user.points },
  { header: 'Status', value: (user) => (user.is_suspended ? 'Suspended' : 'Active') },
  { header: 'Suspended until', value: (user) => user.suspended_until },
  { header: 'Admin', value: (user) => (user.is_admin ? 'yes' : 'no') },
  { header: 'Moderator', value: (user) => (user.is_moderator ? 'yes' : 'no') },
  { header: 'Member since', value: (user) => user.joined_on },
  { header: 'Joined', value: (user) => user.created_at },
  { header: 'Id', value: (user) => user.id },
]

/** All accounts that a search finds, for a spreadsheet; the audit trail records who exported them. */
export const exportUsers = async (found: Pick<UsersSearch, 'text' | 'filter'>) => ({
  columns: COLUMNS,
  rows: await loadAllUsers(found),
})

/** The chosen accounts, in the same form; recorded as well. */
export const exportChosen = async (userIds: readonly string[]) => ({
  columns: COLUMNS,
  rows: await loadChosenUsers(userIds),
})
