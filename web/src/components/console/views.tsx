import { formatPoints } from '../../lib/format.ts'
import * as styles from './views.module.css'

export interface ViewsProps<View extends string> {
  views: readonly { view: View; label: string }[]
  /** Undefined when none of them is shown. */
  current: View | undefined
  onView: (view: View) => void
  /** What waits in a view, beside its name. */
  counts?: Partial<Record<View, number | undefined>>
}

/** The views of a section side by side; each has an address of its own. */
export function Views<View extends string>({ views, current, onView, counts = {} }: ViewsProps<View>) {
  return (
    <nav className={styles.views} aria-label="Views">
      {views.map(({ view, label }) => {
        const count = counts[view] ?? 0
        return (
          <button key={view} type="button" aria-current={view === current || undefined} onClick={() => onView(view)}>
            {label}
            {count > 0 && <span className="count">{formatPoints(count)}</span>}
          </button>
        )
      })}
    </nav>
  )
}
