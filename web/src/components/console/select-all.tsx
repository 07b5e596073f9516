import type { RowSelection } from './row-selection.ts'
import * as styles from './select-all.module.css'
import { SelectBox } from './select-box.tsx'

export interface SelectAllProps<Row> {
  /** The rows of the page. */
  page: readonly Row[]
  selection: RowSelection<Row>
}

const LABEL = 'Select all on this page'

/** The checkbox of all rows of a page. */
export function SelectAll<Row>({ page, selection }: SelectAllProps<Row>) {
  const count = page.filter(selection.isSelected).length
  return <SelectBox label={LABEL} checked={count === page.length} some={count > 0} onToggle={selection.onTogglePage} />
}

/** The same with its text above rows that are cards, while they are picked on a phone. */
export function PickAll<Row>({ page, selection }: SelectAllProps<Row>) {
  if (!selection.isPicking) return null
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the checkbox is in `SelectAll`
    <label className={styles.pickAll}>
      <SelectAll page={page} selection={selection} />
      {LABEL}
    </label>
  )
}
