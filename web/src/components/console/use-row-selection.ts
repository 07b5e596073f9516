import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { type Selected, type Selection, useSelection } from '../../hooks/use-selection.ts'
import { useUserId } from '../../hooks/use-session.ts'
import { selectionKey } from '../../lib/kept-selection.ts'
import type { RowsThere } from '../../lib/rows-there.ts'
import { useToast } from '../feedback/toast.tsx'
import type { RowSelection } from './row-selection.ts'

/** The most rows that may be selected at once: what is done with them is one request. */
export const MOST_SELECTED = 100

export interface SelectionOf<Row> {
  rows: readonly Row[]
  asSelected: (row: Row) => Selected
  /** What they are: `members`. This tab keeps the selection under this name. */
  many: string
  /** Which of the rows that were selected earlier still exist. */
  there: (ids: readonly string[]) => RowsThere
}

export interface ListSelection<Row> {
  selection: Selection
  rowSelection: RowSelection<Row>
  /** Whether rows are picked on a phone. */
  isPicking: boolean
  setPicking: (isPicking: boolean) => void
}

/** The rows of a list that are selected. They stay so after a reload and on return from another page, if they still exist. */
export function useRowSelection<Row>({ rows, asSelected, many, there }: SelectionOf<Row>): ListSelection<Row> {
  const toast = useToast()
  const userId = useUserId()
  const selection = useSelection({
    keep: userId && selectionKey(userId, many),
    limit: MOST_SELECTED,
    onLimit: () => toast(`At most ${MOST_SELECTED} ${many} can be selected at once.`, true),
  })
  const [kept] = useState(() => selection.items.map(({ id }) => id))
  const [isPicking, setPicking] = useState(kept.length > 0)
  const found = useQuery(there(kept)).data
  const dropGone = useEffectEvent((present: readonly string[]) => {
    const gone = kept.filter((id) => !present.includes(id))
    if (gone.some(selection.has)) selection.remove(gone)
  })
  useEffect(() => {
    if (found) dropGone(found)
  }, [found])
  const page = rows.map(asSelected)
  const rowSelection: RowSelection<Row> = {
    nameOf: (row) => asSelected(row).name,
    isSelected: (row) => selection.has(asSelected(row).id),
    onToggle: (row, isRange) =>
      isRange ? selection.toggleTo(asSelected(row), page) : selection.toggle(asSelected(row)),
    onTogglePage: () => selection.togglePage(page),
    isPicking,
  }
  return { selection, rowSelection, isPicking, setPicking }
}
