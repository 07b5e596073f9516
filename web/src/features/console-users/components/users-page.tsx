import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ConsolePage } from '../../../components/console/console-page.tsx'
import { type DataColumn, DataTable } from '../../../components/console/data-table.tsx'
import { ExportButton } from '../../../components/console/export-button.tsx'
import { SearchField } from '../../../components/console/search-field.tsx'
import { Empty } from '../../../components/feedback/empty.tsx'
import { FloatDrawing } from '../../../components/ui/drawings.tsx'
import { Pager } from '../../../components/ui/pager.tsx'
import { usersQuery } from '../../../data/users/console-list-query.ts'
import { USER_SORTS, type UserSort } from '../../../data/users/console-search.ts'
import { useUsersRealtime } from '../../../data/users/realtime.ts'
import type { UserRow } from '../../../data/users/user-row.ts'
import { useListState } from '../../../hooks/use-list-state.ts'
import { formatCount, formatPoints } from '../../../lib/format.ts'
import { exportUsers } from '../users-export.ts'
import { DeleteDialog, SuspendDialog } from './confirm-dialogs.tsx'
import { EditDialog } from './edit-dialog.tsx'
import { PasswordDialog } from './password-dialog.tsx'
import { StatusCell, type UserAction, UserActions, UserCell } from './user-cells.tsx'
import '../console-users.css'

const PAGE_SIZE = 50

/** Every account but the admin's own: search, sort, page, and what can be done to each. */
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
  // The row as it stood when the dialog opened: a live change must not rewrite what is being edited.
  const [dialog, setDialog] = useState<{ action: UserAction; user: UserRow }>()
  const userOf = (action: UserAction) => (dialog?.action === action ? dialog.user : undefined)
  const close = () => setDialog(undefined)

  const total = users.data?.total
  const pages = Math.max(1, Math.ceil((total ?? 0) / PAGE_SIZE))
  const beyond = users.isSuccess && !users.isPlaceholderData && page > pages
  useEffect(() => {
    // An address from a time with more accounts, or the last one of the last page was deleted.
    if (beyond) onPage(pages)
  }, [beyond, pages, onPage])

  const columns: DataColumn<UserRow>[] = [
    { key: 'user', header: 'User', sortable: true, className: 'c-user', cell: (user) => <UserCell user={user} /> },
    {
      key: 'email',
      header: 'Email',
      sortable: true,
      className: 'c-email muted',
      cell: (user) => <span className="user-email">{user.auth_email}</span>,
    },
    {
      key: 'points',
      header: 'Points',
      sortable: true,
      align: 'end',
      className: 'c-pts num',
      cell: (user) => formatPoints(user.points),
    },
    {
      key: 'status',
      header: 'Status',
      sortable: true,
      className: 'c-status',
      cell: (user) => <StatusCell user={user} />,
    },
    {
      key: 'actions',
      header: 'Actions',
      align: 'end',
      className: 'c-acts',
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
      <div className="adm-bar">
        <SearchField
          label="Search by username or email"
          placeholder="Search by username or email"
          value={text}
          onChange={list.onSearch}
        />
      </div>
      <p className="vh" role="status">
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
        empty={<Empty icon={<FloatDrawing />} title="No users found matching your search." />}
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
      <SuspendDialog user={userOf('suspend')} onClose={close} />
      <DeleteDialog user={userOf('delete')} onClose={close} />
    </ConsolePage>
  )
}

const rangeOf = (page: number, total: number) =>
  `${formatPoints(Math.min((page - 1) * PAGE_SIZE + 1, total))} to ${formatPoints(Math.min(page * PAGE_SIZE, total))} of ${formatCount(total, 'user')}`
