import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmAction } from '../../../components/console/confirm-action.tsx'
import { type DataColumn, DataTable } from '../../../components/console/data-table.tsx'
import * as chips from '../../../components/console/filter-chip.module.css'
import { FilterChip } from '../../../components/console/filter-chip.tsx'
import { NothingFound } from '../../../components/console/nothing-found.tsx'
import { Empty } from '../../../components/feedback/empty.tsx'
import { useToast } from '../../../components/feedback/toast.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { FloatDrawing } from '../../../components/ui/float-drawing.tsx'
import { SearchField } from '../../../components/ui/search-field.tsx'
import { useWithdrawMutation } from '../../../data/invitations/console-mail-mutations.ts'
import {
  INVITATION_STATES,
  type MailedInvitation,
  mailedQuery,
} from '../../../data/invitations/console-mailed-query.ts'
import { consoleFailureText } from '../../../lib/console-failure-text.ts'
import { STATE_NAMES } from '../invitation-text.ts'
import * as styles from '../invitations.module.css'
import type { useMailedSearch } from '../use-mailed-search.ts'
import { AddressCell, InvitedCell, MailedActions, StatePill } from './mailed-cells.tsx'

/** The addresses that were invited by email, newest first: search, filter by state, and what can be withdrawn. */
export function MailedList({ search }: { search: ReturnType<typeof useMailedSearch> }) {
  const { chosen, onSearch, onFilter, clear } = search
  const { text, state: filter } = chosen
  const list = useInfiniteQuery(mailedQuery(chosen))
  const rows = list.data?.pages.flat() ?? []
  const [withdrawn, setWithdrawn] = useState<MailedInvitation>()
  const isFiltered = text !== '' || filter !== 'all'

  const columns: DataColumn<MailedInvitation>[] = [
    {
      key: 'address',
      header: 'Address',
      place: 'topLeft',
      className: styles.main,
      cell: (invitation) => <AddressCell invitation={invitation} />,
    },
    { key: 'state', header: 'State', place: 'topRight', cell: ({ state }) => <StatePill state={state} /> },
    {
      key: 'invited',
      header: 'Invited',
      place: 'full',
      className: styles.term,
      cell: (invitation) => <InvitedCell invitation={invitation} />,
    },
    {
      key: 'actions',
      header: 'Actions',
      align: 'end',
      place: 'actions',
      cell: (invitation) => <MailedActions invitation={invitation} onWithdraw={() => setWithdrawn(invitation)} />,
    },
  ]
  return (
    <section aria-labelledby="invited-by-email">
      <h2 id="invited-by-email" className={styles.heading}>
        Invited by email
      </h2>
      <div className={chips.filters}>
        <SearchField label="Search addresses" value={text} onChange={onSearch} className={chips.search} />
        <FilterChip name="State" isSet={filter !== 'all'} onClear={() => onFilter('all')}>
          <select aria-label="State" value={filter} onChange={(event) => onFilter(event.currentTarget.value)}>
            <option value="all">State</option>
            {INVITATION_STATES.map((state) => (
              <option key={state} value={state}>
                {STATE_NAMES[state]}
              </option>
            ))}
          </select>
        </FilterChip>
      </div>
      <DataTable
        label="Invited by email"
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        loading={list.isPending || list.isPlaceholderData}
        empty={
          isFiltered ? (
            <NothingFound title="No invitations found matching your search." onClear={clear} />
          ) : (
            <Empty icon={<FloatDrawing />} title="No one has been invited by email yet." />
          )
        }
        error={list.error}
        failure={consoleFailureText.loadInvitations}
        onRetry={() => void list.refetch()}
      />
      {list.hasNextPage && !list.isPlaceholderData && (
        <Button
          className={styles.more}
          variant="line"
          busy={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          Load more
        </Button>
      )}
      <WithdrawDialog invitation={withdrawn} onClose={() => setWithdrawn(undefined)} />
    </section>
  )
}

interface WithdrawDialogProps {
  invitation: MailedInvitation | undefined
  onClose: () => void
}

function WithdrawDialog({ invitation, onClose }: WithdrawDialogProps) {
  const toast = useToast()
  const withdraw = useWithdrawMutation()
  const confirm = async () => {
    if (!invitation) return
    const isDone = await withdraw.mutateAsync(invitation.id)
    if (isDone) toast(`The invitation of ${invitation.address} is withdrawn.`)
    else toast('It could not be withdrawn any more. The list shows what became of it.', true)
  }
  return (
    <ConfirmAction
      open={invitation !== undefined}
      title="Withdraw this invitation?"
      text={
        <>
          {invitation?.state === 'waiting' ? 'The email to ' : 'The link in the email to '}
          <bdi className="strong">{invitation?.address}</bdi>
          {invitation?.state === 'waiting' ? ' will not be sent.' : ' stops working.'} The address cannot be invited by
          email again within 30 days of its invitation.
        </>
      }
      confirmLabel="Withdraw"
      onConfirm={confirm}
      onClose={onClose}
      failure={consoleFailureText.withdrawInvitation}
    />
  )
}
