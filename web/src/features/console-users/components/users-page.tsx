import { useQuery } from '@tanstack/react-query'
import UserPlus from 'lucide-react/icons/user-plus'
import { useState } from 'react'
import { ConsolePage } from '../../../components/console/console-page.tsx'
import { type DataColumn, DataTable } from '../../../components/console/data-table.tsx'
import * as panel from '../../../components/console/detail-panel.module.css'
import { ExportButton } from '../../../components/console/export-button.tsx'
import { HeadLabel, shrinks } from '../../../components/console/head-label.tsx'
import { NothingFound } from '../../../components/console/nothing-found.tsx'
import { PickButton } from '../../../components/console/pick-button.tsx'
import { useRowSelection } from '../../../components/console/use-row-selection.ts'
import { Empty } from '../../../components/feedback/empty.tsx'
import { ButtonLink } from '../../../components/ui/button-link.tsx'
import { FloatDrawing } from '../../../components/ui/float-drawing.tsx'
import { Pager } from '../../../components/ui/pager.tsx'
import { usersQuery } from '../../../data/users/console-list-query.ts'
import { USER_SORTS, type UserSort } from '../../../data/users/console-search.ts'
import { usersThere } from '../../../data/users/console-there-query.ts'
import { useUsersRealtime } from '../../../data/users/realtime.ts'
import type { UserRow } from '../../../data/users/user-row.ts'
import { useAddressParams } from '../../../hooks/use-address-params.ts'
import { useConsoleTopic } from '../../../hooks/use-console-topic.ts'
import { useIsModerator } from '../../../hooks/use-is-moderator.ts'
import { useListState } from '../../../hooks/use-list-state.ts'
import { usePages } from '../../../hooks/use-pages.ts'
import { useWide } from '../../../hooks/use-wide.ts'
import { consoleFailureText } from '../../../lib/console-failure-text.ts'
import { formatCount, formatPoints } from '../../../lib/format.ts'
import { joinClasses } from '../../../lib/join-classes.ts'
import { useUsersFilter } from '../use-users-filter.ts'
import * as styles from '../users.module.css'
import { nobodyText } from '../users-empty.ts'
import { exportUsers } from '../users-export.ts'
import { BulkActions } from './bulk-actions.tsx'
import { BulkAwardDialog } from './bulk-award-dialog.tsx'
import { DeleteDialog, ModeratorDialog, UnsuspendDialog } from './confirm-dialogs.tsx'
import { EditDialog } from './edit-dialog.tsx'
import { MemberPanel } from './member-panel.tsx'
import { PasswordDialog } from './password-dialog.tsx'
import { SuspendDialog } from './suspend-dialog.tsx'
import { JoinedCell, StatusCell, type UserAction, UserActions, UserCell } from './user-cells.tsx'
import { UserFilters } from './user-filters.tsx'

const PAGE_SIZE = 50
const MODERATOR_SORTS = ['user', 'status', 'joined'] as const satisfies readonly UserSort[]

/**
 * All accounts except the viewer's own: search, sort, pages, actions, and one member in detail (`?member=…`).
 * Moderators see neither addresses nor points, and export nothing.
 */
export function UsersPage({ ownId }: { ownId: string }) {
  const isModerator = useIsModerator()
  useUsersRealtime(useConsoleTopic())
  const list = useListState(
    isModerator
      ? { sort: { key: 'user', dir: 'asc' }, sorts: MODERATOR_SORTS }
      : { sort: { key: 'points', dir: 'desc' }, sorts: USER_SORTS },
  )
  const { search: text, sort, page, onPage } = list
  const filters = useUsersFilter()
  const { filter, isFiltered } = filters
  const users = useQuery(
    usersQuery(
      {
        text,
        filter,
        sort: sort.key as UserSort,
        descending: sort.dir === 'desc',
        page,
        size: PAGE_SIZE,
      },
      ownId,
      isModerator,
    ),
  )
  // The row as it was when the dialog opened: a live change must not overwrite what is being edited.
  const [dialog, setDialog] = useState<{ action: UserAction; user: UserRow }>()
  const userOf = (action: UserAction) => (dialog?.action === action ? dialog.user : undefined)
  const close = () => setDialog(undefined)
  const suspended = userOf('suspend')
  const awarded = userOf('award')

  const wide = useWide()
  const [params, change] = useAddressParams()
  const memberId = /^[0-9a-f-]{36}$/i.exec(params.get('member') ?? '')?.[0]
  const beside = wide && memberId !== undefined
  const show = (id: string | undefined) => change({ member: id })
  const closePanel = () => {
    const row = document.querySelector<HTMLElement>(`[data-user="${CSS.escape(memberId ?? '')}"]`)
    show(undefined)
    row?.focus()
  }

  const rows = users.data?.users ?? []
  const total = users.data?.total
  const { selection, rowSelection, isPicking, setPicking } = useRowSelection({
    rows,
    asSelected,
    many: 'members',
    there: usersThere,
  })
  const at = rows.findIndex(({ id }) => id === memberId)
  const step = (by: 1 | -1) => {
    const to = at < 0 ? rows[0] : rows[at + by]
    if (to) show(to.id)
  }
  const { pages, isBeyond } = usePages(list, {
    total,
    size: PAGE_SIZE,
    isCurrent: users.isSuccess && !users.isPlaceholderData,
  })

  const allColumns: DataColumn<UserRow>[] = [
    {
      key: 'user',
      header: 'User',
      sortable: true,
      place: 'topLeft',
      className: beside ? styles.userBeside : styles.userCell,
      cell: (user) => (
        <UserCell
          user={user}
          email={beside && !isModerator}
          open={user.id === memberId}
          onOpen={() => (user.id === memberId ? closePanel() : show(user.id))}
        />
      ),
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
      key: 'joined',
      header: 'Joined',
      sortable: true,
      className: joinClasses(styles.joined, (sort.key === 'joined' || filter.joined !== undefined) && styles.isAsked),
      cell: (user) => <JoinedCell user={user} />,
    },
    {
      key: 'actions',
      header: 'Actions',
      align: 'end',
      place: 'actions',
      cell: (user) => <UserActions user={user} onAction={(action) => setDialog({ action, user })} />,
    },
  ]

  // The panel has the actions, and takes the room.
  const left = [...(beside ? ['email', 'joined', 'actions'] : []), ...(isModerator ? ['email', 'points'] : [])]
  const columns = allColumns.filter(({ key }) => !left.includes(key))
  const searched = isModerator ? 'Search by username' : 'Search by username or email'

  const day = new Date().toISOString().slice(0, 10)
  return (
    <ConsolePage
      title="Users"
      count={total}
      actions={
        !isModerator && (
          <>
            <ExportButton
              label={isFiltered || text !== '' ? 'Export found' : 'Export CSV'}
              fileName={`users-${day}`}
              load={() => exportUsers({ text, filter })}
              failure={consoleFailureText.loadUsers}
            />
            <ButtonLink
              size="sm"
              className={shrinks}
              title="Invite members"
              to="/admin/invitations"
              icon={<UserPlus className="icon" aria-hidden="true" />}
            >
              <HeadLabel>Invite members</HeadLabel>
            </ButtonLink>
          </>
        )
      }
    >
      <UserFilters searched={searched} text={text} onSearch={list.onSearch} filters={filters}>
        {!isModerator && <PickButton isPicking={isPicking} onPick={setPicking} />}
      </UserFilters>
      <p className="visually-hidden" role="status">
        {users.isPlaceholderData || total === undefined ? '' : `${formatCount(total, 'user')} found`}
      </p>
      <div className={panel.split} data-open={beside || undefined}>
        <div>
          <DataTable
            label="Users"
            columns={columns}
            rows={rows}
            rowKey={(user) => user.id}
            openKey={memberId}
            selection={isModerator ? undefined : rowSelection}
            sort={sort}
            onSort={list.onSort}
            loading={users.isPending || users.isPlaceholderData || isBeyond}
            empty={
              text === '' && !isFiltered ? (
                <Empty
                  icon={<FloatDrawing />}
                  title="You are the only user so far."
                  text="Everyone who joins appears here. Your own account is on your profile."
                />
              ) : (
                <NothingFound title={nobodyText(text, filter)} onClear={filters.clear} />
              )
            }
            error={users.error}
            failure={consoleFailureText.loadUsers}
            onRetry={() => void users.refetch()}
          />
          <Pager
            label="Pages of users"
            page={page}
            pages={pages}
            onPage={onPage}
            note={total ? rangeOf(page, total) : undefined}
          />
          {!isModerator && <BulkActions selection={selection} />}
        </div>
        {memberId !== undefined && (
          <MemberPanel
            key={memberId}
            userId={memberId}
            place={
              at < 0 || total === undefined
                ? 'User'
                : `User ${formatPoints((page - 1) * PAGE_SIZE + at + 1)} of ${formatPoints(total)}`
            }
            onStep={step}
            onClose={closePanel}
            onAction={(action, user) => setDialog({ action, user })}
          />
        )}
      </div>
      {awarded && <BulkAwardDialog key={awarded.id} chosen={[asSelected(awarded)]} onClose={close} />}
      <EditDialog user={userOf('edit')} onClose={close} />
      <PasswordDialog user={userOf('password')} onClose={close} />
      <ModeratorDialog user={userOf('moderator')} onClose={close} />
      <SuspendDialog user={suspended?.is_suspended ? undefined : suspended} onClose={close} />
      <UnsuspendDialog user={suspended?.is_suspended ? suspended : undefined} onClose={close} />
      <DeleteDialog user={userOf('delete')} onDeleted={(id) => selection.remove([id])} onClose={close} />
    </ConsolePage>
  )
}

const asSelected = ({ id, username }: UserRow) => ({ id, name: username })

const rangeOf = (page: number, total: number) =>
  `${formatPoints(Math.min((page - 1) * PAGE_SIZE + 1, total))} to ${formatPoints(Math.min(page * PAGE_SIZE, total))} of ${formatCount(total, 'user')}`
