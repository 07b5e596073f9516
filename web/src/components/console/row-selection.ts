/** Lets rows be selected, with a checkbox before each. */
export interface RowSelection<Row> {
  nameOf: (row: Row) => string
  isSelected: (row: Row) => boolean
  /** @param isRange all rows from the last one to this one. */
  onToggle: (row: Row, isRange: boolean) => void
  /** All rows that are shown. */
  onTogglePage: () => void
  /** On phones the checkboxes stand in the cards only then. */
  isPicking: boolean
}
