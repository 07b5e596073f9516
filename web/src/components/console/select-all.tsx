import { joinClasses } from '../../lib/join-classes.ts'
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

export interface PickAllProps<Row> extends SelectAllProps<Row> {
  /** The list has no head with a `SelectAll`, so laptops show this one. */
  headless?: boolean
}

/** The same with its text above the rows: on phones while rows are picked, and on laptops above a list without a head. */
export function PickAll<Row>({ page, selection, headless = false }: PickAllProps<Row>) {
  if (!headless && !selection.isPicking) return null
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the checkbox is in `SelectAll`
    <label
      className={joinClasses(styles.pickAll, headless && styles.headless)}
      data-picking={selection.isPicking || undefined}
    >
      <SelectAll page={page} selection={selection} />
      {LABEL}
    </label>
  )
}
