import type { ReactNode } from 'react'
import { formatMoment } from '../../../lib/format.ts'
import { zoneText } from '../../../lib/local-moment.ts'

/** A value that can no longer change, in place of its field. */
export function Fixed({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="field">
      <div className="label">{label}</div>
      <p>{children}</p>
      <p className="hint">This cannot change while the game is running.</p>
    </div>
  )
}

/** As {@link Fixed}, for a moment. */
export function FixedMoment({ label, moment }: { label: string; moment: string }) {
  return (
    <Fixed label={label}>
      <time dateTime={moment}>
        {formatMoment(moment)}, {zoneText(moment)}
      </time>
    </Fixed>
  )
}
