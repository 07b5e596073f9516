import AlarmClock from 'lucide-react/icons/alarm-clock'
import Clock from 'lucide-react/icons/clock'
import { deadlineState, formatTimeLeft } from '../../../lib/deadline.ts'
import { formatMoment } from '../../../lib/format.ts'
import { joinClasses } from '../../../lib/join-classes.ts'
import { zoneName } from '../../../lib/zone-name.ts'
import * as styles from '../deadline-banner.module.css'

export interface DeadlineBannerProps {
  deadline: string
  now: Date
}

/** The remaining time, updated every minute without being announced each time; grey when it has expired. */
export function DeadlineBanner({ deadline, now }: DeadlineBannerProps) {
  const state = deadlineState(deadline, now)
  const Icon = state === 'urgent' ? AlarmClock : Clock
  const moment = `${formatMoment(deadline, now)} ${zoneName(deadline)}`
  return (
    <div
      className={joinClasses(
        styles.deadline,
        state === 'urgent' && styles.urgent,
        state === 'expired' && styles.expired,
      )}
    >
      <Icon className="icon" aria-hidden="true" />
      <div className="grow">
        <div className="figure">{state === 'expired' ? 'Expired' : formatTimeLeft(deadline, now)}</div>
        <div className="small">
          <time dateTime={deadline}>{state === 'expired' ? `The deadline was ${moment}` : `Claim by ${moment}`}</time>
        </div>
      </div>
      {/* Only the expiry itself is announced. */}
      <span className={state === 'expired' ? styles.passed : 'visually-hidden'} role="status">
        {state === 'expired' && 'Claim deadline has expired'}
      </span>
    </div>
  )
}
