import { BAND_TITLES } from '../band-titles.ts'
import * as styles from '../games.module.css'

/** The heading of a band with the number of its games, where it is more than one. */
export function BandHeading({ of, count = 0 }: { of: keyof typeof BAND_TITLES; count?: number }) {
  return (
    <div className={styles.heading}>
      <h2 id={of} tabIndex={-1}>
        {BAND_TITLES[of]}
      </h2>
      {count > 1 && <span className="count">{count}</span>}
    </div>
  )
}
