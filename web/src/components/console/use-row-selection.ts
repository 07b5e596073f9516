import { useState } from 'react'
import { type Selected, type Selection, useSelection } from '../../hooks/use-selection.ts'
import { useToast } from '../feedback/toast.tsx'
import type { RowSelection } from './row-selection.ts'

/** The most rows that may be selected at once: what is done with them is one request. */
export const MOST_SELECTED = 100

export interface ListSelection<Row> {
  selection: Selection
  rowSelection: RowSelection<Row>
  /** Whether rows are picked on a phone. */
  isPicking: boolean
  setPicking: (isPicking: boolean) => void
}

/**
 * The rows of a list that are selected.
 * @param many what they are: `members`.
 */
export function useRowSelection<Row>(
  rows: readonly Row[],
  asSelected: (row: Row) => Selected,
  many: string,
): ListSelection<Row> {
  const toast = useToast()
  const [isPicking, setPicking] = useState(false)
  const selection = useSelection({
    limit: MOST_SELECTED,
    onLimit: () => toast(`At most ${MOST_SELECTED} ${many} can be selected at once.`, true),
  })
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
