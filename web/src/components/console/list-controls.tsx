import type { ReactNode } from 'react'
import { SearchField } from '../ui/search-field.tsx'
import * as styles from './filter-chip.module.css'

export interface ListControlsProps {
  /** Names the search: `Search games by title`. */
  searched: string
  text: string
  onSearch: (text: string) => void
  /** Chips, and what else belongs to the list. */
  children?: ReactNode
}

/** What stands between the views of a list and its rows: the search, and one line of chips, which scrolls on phones. */
export function ListControls({ searched, text, onSearch, children }: ListControlsProps) {
  return (
    <div className={styles.filters}>
      <SearchField label={searched} placeholder={searched} value={text} onChange={onSearch} className={styles.search} />
      {children && <div className={styles.strip}>{children}</div>}
    </div>
  )
}
