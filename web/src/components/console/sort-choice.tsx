import ArrowUpDown from 'lucide-react/icons/arrow-up-down'
import type { ListSort } from '../../hooks/use-list-state.ts'
import * as styles from './filter-chip.module.css'

/** An order of a list, in words: `Newest first`. */
export interface SortOption {
  sort: ListSort
  label: string
}

export interface SortChoiceProps {
  sorts: readonly SortOption[]
  sort: ListSort
  onSort: (sort: ListSort) => void
}

const keyOf = ({ key, dir }: ListSort) => `${key} ${dir}`

/** The order of a list whose rows have no column headers to sort by. */
export function SortChoice({ sorts, sort, onSort }: SortChoiceProps) {
  return (
    <div className={styles.chip} data-order>
      <ArrowUpDown className="icon" aria-hidden="true" />
      <select
        aria-label="Sort"
        value={keyOf(sort)}
        onChange={({ currentTarget }) => {
          const chosen = sorts.find((one) => keyOf(one.sort) === currentTarget.value)
          if (chosen) onSort(chosen.sort)
        }}
      >
        {sorts.map(({ sort: one, label }) => (
          <option key={keyOf(one)} value={keyOf(one)}>
            {label}
          </option>
        ))}
      </select>
    </div>
  )
}
