import type { ReactNode } from 'react'
import { useKeptFocus } from '../../hooks/use-kept-focus.ts'
import type { Selection } from '../../hooks/use-selection.ts'
import { formatCount, formatPoints } from '../../lib/format.ts'
import { useToast } from '../feedback/toast.tsx'
import { Button } from '../ui/button.tsx'
import * as styles from './bulk-bar.module.css'
import { BulkBar } from './bulk-bar.tsx'
import { MOST_SELECTED } from './use-row-selection.ts'

export interface SelectionBarProps {
  selection: Selection
  /** One of the rows: `member`. */
  one: string
  /** What can be done with them: `BulkAction`s. */
  children: ReactNode
}

/** The bar of what is selected, while something is. Clearing can be undone. */
export function SelectionBar({ selection, one, children }: SelectionBarProps) {
  const toast = useToast()
  const { items } = selection
  useKeptFocus(() => document.querySelector<HTMLElement>('main h1'), items.length === 0 ? 'none' : 'some')

  const clear = () => {
    selection.clear()
    toast(
      <span className={styles.undo}>
        The selection is cleared.
        <Button
          variant="tip"
          size="sm"
          onClick={() => {
            selection.restore(items)
            toast(`${formatCount(items.length, one)} selected again.`)
          }}
        >
          Undo
        </Button>
      </span>,
    )
  }

  return (
    <>
      <p className="visually-hidden" role="status">
        {items.length > 0 && `${formatPoints(items.length)} selected`}
      </p>
      {items.length > 0 && (
        <BulkBar items={items} limit={MOST_SELECTED} onRemove={(id) => selection.remove([id])} onClear={clear}>
          {children}
        </BulkBar>
      )}
    </>
  )
}
