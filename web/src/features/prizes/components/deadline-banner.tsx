import clsx from 'clsx'
import AlarmClock from 'lucide-react/icons/alarm-clock'
import Clock from 'lucide-react/icons/clock'
import { deadlineState, formatTimeLeft } from '../../../lib/deadline.ts'
import { formatMoment } from '../../../lib/format.ts'
import { zoneName } from '../../../lib/zone-name.ts'

export interface DeadlineBannerProps {
  deadline: string
  now: Date
}

/** How long is left, renewed every minute without being read out each time; in grey when the time is over. */
export function DeadlineBanner({ deadline, now }: DeadlineBannerProps) {
  const state = deadlineState(deadline, now)
  const Icon = state === 'urgent' ? AlarmClock : Clock
  const moment = `${formatMoment(deadline, now)} ${zoneName(deadline)}`
  return (
    <div className={clsx('deadline', state !== 'open' && state)}>
      <Icon className="i" aria-hidden="true" />
      <div className="grow">
        <div className="num">{state === 'expired' ? 'Expired' : formatTimeLeft(deadline, now)}</div>
        <div className="small">
          <time dateTime={deadline}>{state === 'expired' ? `It was ${moment}` : `Claim by ${moment}`}</time>
        </div>
      </div>
      {/* Only the end itself is news. */}
      <span className={state === 'expired' ? 'deadline-over' : 'vh'} role="status">
        {state === 'expired' && 'Claim deadline has expired'}
      </span>
    </div>
  )
}
