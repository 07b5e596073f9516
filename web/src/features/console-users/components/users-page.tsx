import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ConsolePage } from '../../../components/console/console-page.tsx'
import { type DataColumn, DataTable } from '../../../components/console/data-table.tsx'
import { ExportButton } from '../../../components/console/export-button.tsx'
import * as consoleList from '../../../components/console/list.module.css'
import { Empty } from '../../../components/feedback/empty.tsx'
import { FloatDrawing } from '../../../components/ui/float-drawing.tsx'
import { Pager } from '../../../components/ui/pager.tsx'
import { SearchField } from '../../../components/ui/search-field.tsx'
import { usersQuery } from '../../../data/users/console-list-query.ts'
import { USER_SORTS, type UserSort } from '../../../data/users/console-search.ts'
import { useUsersRealtime } from '../../../data/users/realtime.ts'
import type { UserRow } from '../../../data/users/user-row.ts'
import { useListState } from '../../../hooks/use-list-state.ts'
import { formatCount, formatPoints } from '../../../lib/format.ts'
import * as styles from '../users.module.css'
import { exportUsers } from '../users-export.ts'
import { DeleteDialog, UnsuspendDialog } from './confirm-dialogs.tsx'
import { EditDialog } from './edit-dialog.tsx'
import { PasswordDialog } from './password-dialog.tsx'
import { SuspendDialog } from './suspend-dialog.tsx'
import { StatusCell, type UserAction, UserActions, UserCell } from './user-cells.tsx'

const PAGE_SIZE = 50

/** All accounts except the admin's own: search, sort, pages and actions. */
export function UsersPage({ ownId }: { ownId: string }) {
  useUsersRealtime()
  const list = useListState({ sort: { key: 'points', dir: 'desc' }, sorts: USER_SORTS })
  const { search: text, sort, page, onPage } = list
  const users = useQuery(
    usersQuery(
      {
        text,
        sort: sort.key as UserSort,
        descending: sort.dir === 'desc',
        page,
        size: PAGE_SIZE,
      },
      ownId,
    ),
  )
  // The row as it was when the dialog opened: a live change must not overwrite what is being edited.
  const [dialog, setDialog] = useState<{ action: UserAction; user: UserRow }>()
  const userOf = (action: UserAction) => (dialog?.action === action ? dialog.user : undefined)
  const close = () => setDialog(undefined)
  const suspended = userOf('suspend')

  const total = users.data?.total
  const pages = Math.max(1, Math.ceil((total ?? 0) / PAGE_SIZE))
  const beyond = users.isSuccess && !users.isPlaceholderData && page > pages
  useEffect(() => {
    // An old address may name a page that no longer exists, or the last row of the last page was deleted.
    if (beyond) onPage(pages)
  }, [beyond, pages, onPage])

  const columns: DataColumn<UserRow>[] = [
    {
      key: 'user',
      header: 'User',
      sortable: true,
      place: 'topLeft',
      className: styles.userCell,
      cell: (user) => <UserCell user={user} />,
    },
    {
      key: 'email',
      header: 'Email',
      sortable: true,
      place: 'left',
      className: 'muted',
      cell: (user) => <span className={styles.email}>{user.auth_email}</span>,
    },
    {
      key: 'points',
      header: 'Points',
      sortable: true,
      align: 'end',
      place: 'right',
      className: 'figure',
      cell: (user) => formatPoints(user.points),
    },
    {
      key: 'status',
      header: 'Status',
      sortable: true,
      place: 'topRight',
      cell: (user) => <StatusCell user={user} />,
    },
    {
      key: 'actions',
      header: 'Actions',
      align: 'end',
      place: 'actions',
      cell: (user) => <UserActions user={user} onAction={(action) => setDialog({ action, user })} />,
    },
  ]

  const day = new Date().toISOString().slice(0, 10)
  return (
    <ConsolePage
      title="Users"
      count={total}
      actions={<ExportButton label="Export CSV" fileName={`users-${day}`} load={exportUsers} failure="loadUsers" />}
    >
      <div className={consoleList.filters}>
        <SearchField
          label="Search by username or email"
          placeholder="Search by username or email"
          value={text}
          onChange={list.onSearch}
        />
      </div>
      <p className="visually-hidden" role="status">
        {users.isPlaceholderData || total === undefined ? '' : `${formatCount(total, 'user')} found`}
      </p>
      <DataTable
        label="Users"
        columns={columns}
        rows={users.data?.users ?? []}
        rowKey={(user) => user.id}
        sort={sort}
        onSort={list.onSort}
        loading={users.isPending || users.isPlaceholderData || beyond}
        empty={
          text === '' ? (
            <Empty
              icon={<FloatDrawing />}
              title="You are the only user so far."
              text="Everyone who joins appears here. Your own account is on your profile."
            />
          ) : (
            <Empty icon={<FloatDrawing />} title="No users found matching your search." />
          )
        }
        error={users.error}
        failure="loadUsers"
        onRetry={() => void users.refetch()}
      />
      <Pager
        label="Pages of users"
        page={page}
        pages={pages}
        onPage={onPage}
        note={total ? rangeOf(page, total) : undefined}
      />
      <EditDialog user={userOf('edit')} onClose={close} />
      <PasswordDialog user={userOf('password')} onClose={close} />
      <SuspendDialog user={suspended?.is_suspended ? undefined : suspended} onClose={close} />
      <UnsuspendDialog user={suspended?.is_suspended ? suspended : undefined} onClose={close} />
      <DeleteDialog user={userOf('delete')} onClose={close} />
    </ConsolePage>
  )
}

const rangeOf = (page: number, total: number) =>
  `${formatPoints(Math.min((page - 1) * PAGE_SIZE + 1, total))} to ${formatPoints(Math.min(page * PAGE_SIZE, total))} of ${formatCount(total, 'user')}`
