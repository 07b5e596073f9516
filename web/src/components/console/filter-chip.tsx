import Plus from 'lucide-react/icons/plus'
import X from 'lucide-react/icons/x'
import type { ReactNode } from 'react'
import * as styles from './filter-chip.module.css'

export interface FilterChipProps {
  /** What it filters by: `Action`. */
  name: string
  isSet: boolean
  onClear: () => void
  /** The field. */
  children: ReactNode
}

/** One filter: dashed with a plus while it is not set, otherwise with a button that takes it away. */
export function FilterChip({ name, isSet, onClear, children }: FilterChipProps) {
  return (
    <div className={styles.chip} data-set={isSet || undefined}>
      {!isSet && <Plus className="icon" aria-hidden="true" />}
      {children}
      {isSet && (
        <button type="button" className={styles.clear} aria-label={`Clear ${name.toLowerCase()}`} onClick={onClear}>
          <X className="icon" aria-hidden="true" />
        </button>
      )}
    </div>
  )
}
