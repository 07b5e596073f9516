import { Avatar } from '../../../components/ui/avatar.tsx'
import { Peg } from '../../../components/ui/peg.tsx'
import type { OwnPosition as Position } from '../../../data/leaderboard/position-query.ts'
import { joinClasses } from '../../../lib/join-classes.ts'
import { formatPoints } from '../../../lib/numbers.ts'
import * as styles from '../ranking.module.css'
import { BadgeCount } from './badge-count.tsx'

export interface OwnPositionProps {
  name: string
  avatarUrl: string | null
  position: Position
  /** Hides the bar on phones, because the own row itself is visible. */
  rowInView: boolean
}

/** The viewer's own position: a bar above the tab bar on phones, a card beside the list on laptops. */
export function OwnPosition(props: OwnPositionProps) {
  return (
    <aside className={joinClasses(styles.ownPlace, props.rowInView && styles.away)} aria-label="Your position">
      <Bar {...props} />
      <PositionCard {...props} />
    </aside>
  )
}

function Bar({ name, avatarUrl, position }: OwnPositionProps) {
  return (
    <div className={`${styles.panel} only-phone`}>
      <div className={styles.entry}>
        <Peg value={position.rank ?? '–'} what="Rank" />
        <Avatar id={name} name={name} src={avatarUrl} />
        <div className="grow">
          <div className="strong ellipsis" dir="auto">
            {name}
          </div>
          <div className="small quiet ellipsis">{standing(position)}</div>
        </div>
        <span className="figure">{formatPoints(position.points)}</span>
      </div>
    </div>
  )
}

function PositionCard({ name, position }: OwnPositionProps) {
  const { ahead } = position
  return (
    <div className={`${styles.panel} only-wide`}>
      <div className={`padded ${styles.details}`}>
        <h2>Your position</h2>
        <div className="cluster">
          <Peg value={position.rank ?? '–'} tone="tip" size="lg" what="Rank" />
          <div className="grow">
            <div className="strong ellipsis" dir="auto">
              {name}
            </div>
            <BadgeCount count={position.badgeCount} />
          </div>
        </div>
        <div className={styles.figures}>
          <div>
            <div className="small quiet">Points</div>
            <div className="figure figure-lg">{formatPoints(position.points)}</div>
          </div>
          {ahead && (
            <div>
              <div className="small quiet">
                Behind <bdi>{ahead.username}</bdi>
              </div>
              <div className={`figure figure-lg ${styles.behind}`}>{formatPoints(ahead.gap)}</div>
            </div>
          )}
        </div>
      </div>
    </div>
  )
}

function standing({ rank, ahead }: Position) {
  if (rank === null) return 'No points yet'
  if (!ahead) return 'In the lead'
  return (
    <>
      {formatPoints(ahead.gap)} behind <bdi>{ahead.username}</bdi>
    </>
  )
}
