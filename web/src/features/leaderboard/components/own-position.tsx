import clsx from 'clsx'
import { Avatar } from '../../../components/ui/avatar.tsx'
import { Peg } from '../../../components/ui/peg.tsx'
import type { OwnPosition as Position } from '../../../data/leaderboard/position-query.ts'
import { formatPoints } from '../../../lib/format.ts'
import { BadgeCount } from './badge-count.tsx'

export interface OwnPositionProps {
  name: string
  avatarUrl: string | null
  position: Position
  /** Hides the phone's bar, because the own row itself is to be seen. */
  rowInView: boolean
}

/** The viewer's own place: a bar above the tab bar on phones, a card beside the list on laptops. */
export function OwnPosition(props: OwnPositionProps) {
  return (
    <aside className={clsx('lb-you', props.rowInView && 'is-away')} aria-label="Your position">
      <Bar {...props} />
      <PositionCard {...props} />
    </aside>
  )
}

function Bar({ name, avatarUrl, position }: OwnPositionProps) {
  return (
    <div className="lb-you-in only-phone">
      <div className="lb-row">
        <Peg value={position.rank ?? '–'} what="Rank" />
        <Avatar id={name} name={name} src={avatarUrl} />
        <div className="grow">
          <div className="strong ellipsis" dir="auto">
            {name}
          </div>
          <div className="small quiet ellipsis">{standing(position)}</div>
        </div>
        <span className="num">{formatPoints(position.points)}</span>
      </div>
    </div>
  )
}

function PositionCard({ name, position }: OwnPositionProps) {
  const { ahead } = position
  return (
    <div className="lb-you-in only-wide">
      <div className="pad lb-you-card">
        <h2>Your position</h2>
        <div className="row">
          <Peg value={position.rank ?? '–'} tone="tip" size="lg" what="Rank" />
          <div className="grow">
            <div className="strong ellipsis" dir="auto">
              {name}
            </div>
            <BadgeCount count={position.badgeCount} />
          </div>
        </div>
        <div className="lb-you-nums">
          <div>
            <div className="small quiet">Points</div>
            <div className="num num-lg">{formatPoints(position.points)}</div>
          </div>
          {ahead && (
            <div>
              <div className="small quiet">
                Behind <bdi>{ahead.username}</bdi>
              </div>
              <div className="num num-lg lb-you-gap">{formatPoints(ahead.gap)}</div>
            </div>
          )}
        </div>
      </div>
    </div>
  )
}

function standing({ rank, ahead }: Position) {
  if (rank === null) return 'No points in this time yet'
  if (!ahead) return 'In the lead'
  return (
    <>
      {formatPoints(ahead.gap)} behind <bdi>{ahead.username}</bdi>
    </>
  )
}
