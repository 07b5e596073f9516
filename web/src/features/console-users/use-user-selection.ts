import { useState } from 'react'
import type { RowSelection } from '../../components/console/data-table.tsx'
import { useToast } from '../../components/feedback/toast.tsx'
import type { UserRow } from '../../data/users/user-row.ts'
import { useSelection } from '../../hooks/use-selection.ts'

/** The most members that may be selected at once: what is done with them is one request. */
export const MOST_SELECTED = 100

/** The members that are selected, and whether they are picked on a phone. */
export function useUserSelection(rows: readonly UserRow[]) {
  const toast = useToast()
  const [isPicking, setPicking] = useState(false)
  const selection = useSelection({
    limit: MOST_SELECTED,
    onLimit: () => toast(`At most ${MOST_SELECTED} members can be selected at once.`, true),
  })
  const page = rows.map(asSelected)
  const rowSelection: RowSelection<UserRow> = {
    nameOf: (user) => user.username,
    isSelected: (user) => selection.has(user.id),
    onToggle: (user, isRange) =>
      isRange ? selection.toggleTo(asSelected(user), page) : selection.toggle(asSelected(user)),
    onTogglePage: () => selection.togglePage(page),
    isPicking,
  }
  return { selection, rowSelection, isPicking, setPicking }
}

const asSelected = ({ id, username }: UserRow) => ({ id, name: username })
