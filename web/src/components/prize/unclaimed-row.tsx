import AlarmClock from 'lucide-react/icons/alarm-clock'
import Clock from 'lucide-react/icons/clock'
import { deadlineState, formatTimeLeft } from '../../lib/deadline.ts'
import { formatCount } from '../../lib/format.ts'
import { joinClasses } from '../../lib/join-classes.ts'
import { Button } from '../ui/button.tsx'
import { ButtonLink } from '../ui/button-link.tsx'
import { Pill } from '../ui/pill.tsx'
import { PrizeImage, type PrizeImageProps } from '../ui/prize-image.tsx'
import * as styles from './prize-row.module.css'

export interface UnclaimedRowProps {
  id: string
  /** Heading level of the title, one below that of the list. */
  heading?: 'h2' | 'h3' | 'h4'
  claimDeadline: string
  prize: {
    title: string
    type: PrizeImageProps['type']
    imageUrl: string | null
    pointsValue: number | null
    packageName: string | undefined
  }
  now: Date
  /** The most urgent prize of the list, the only one in orange. */
  first: boolean
}

/** A prize that can still be claimed, or that expired unclaimed. */
export function UnclaimedRow({ id, claimDeadline, prize, now, first, heading: Heading = 'h3' }: UnclaimedRowProps) {
  const state = deadlineState(claimDeadline, now)
  const Icon = state === 'urgent' ? AlarmClock : Clock
  const kind = prize.type === 'points' ? formatCount(prize.pointsValue ?? 0, 'point') : `${prize.type} prize`
  return (
    <li className={styles.prize}>
      <div className="media">
        <PrizeImage url={prize.imageUrl} type={prize.type} width={96} height={96} />
      </div>
      <div>
        <Heading className="heading-3" dir="auto">
          {prize.title}
        </Heading>
        <p className="small muted" dir="auto">
          {prize.packageName === undefined ? kind : `${prize.packageName}, ${kind}`}
        </p>
        {state === 'expired' ? (
          <Pill>Expired</Pill>
        ) : (
          <span className={joinClasses(styles.deadline, state === 'urgent' && styles.urgent)}>
            <Icon className="icon" aria-hidden="true" />
            {formatTimeLeft(claimDeadline, now)} to claim
          </span>
        )}
      </div>
      {state === 'expired' ? (
        <Button variant="line" disabled>
          Claim Prize
        </Button>
      ) : (
        <ButtonLink to={`/prizes/claim/${id}`} variant={first ? 'tip' : 'line'}>
          Claim Prize
          <span className="visually-hidden">: {prize.title}</span>
        </ButtonLink>
      )}
    </li>
  )
}
