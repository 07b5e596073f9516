import Gift from 'lucide-react/icons/gift'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatCount, formatPoints } from '../../lib/format.ts'
import { joinClasses } from '../../lib/join-classes.ts'
import { GAME_BOX } from '../../lib/photo/photo-boxes.ts'
import { WeighIcon } from '../ui/icons.tsx'
import { Peg, placeTone } from '../ui/peg.tsx'
import { Photo } from '../ui/photo.tsx'
import { Pill } from '../ui/pill.tsx'
import { PointsCoin } from '../ui/points-coin.tsx'
import * as styles from './game-card.module.css'
import type { GameTimes } from './game-phase.ts'
import { type GameTypeName, GameTypePill } from './game-type.tsx'
import { TimeLeft } from './time-left.tsx'

/** What members see of an active game. */
export interface GameFacts extends GameTimes {
  type: GameTypeName
  title: string
  description: string
  imageUrl: string | null
  /** Points of the first, second and third place; guessing games have only the first. */
  points: readonly number[]
  /** Name of the linked prize package. */
  prize: string | null
}

export interface GameCardProps {
  game: GameFacts
  now: Date
  /** For the card at the top of a screen: its photo is fetched at once. */
  priority?: boolean
  /** In a column: always one column, and it does not extend to the edges of a narrow window. */
  framed?: boolean
  /** For links to the card. */
  id?: string
  /** Address to which the title leads. */
  to?: string | undefined
  /** Beside the kind of the game. */
  share?: ReactNode
  /** Replaces the picture. */
  media?: ReactNode
  /** Below the description and the time. */
  notes?: ReactNode
  /** The last row of the card. */
  foot?: ReactNode
  children: ReactNode
}

/**
 * The card of an active game; the children are its controls. On a laptop it is one band: the picture beside the task.
 * The children of a pick-a-swim game are its board, which is the picture, and the controls of the board.
 */
export function GameCard(props: GameCardProps) {
  const { game, now, priority = false, framed = false, id, to, share, media, notes, foot, children } = props
  const swim = game.type === 'pick_swim'
  const head = (
    <>
      <div className={styles.facts}>
        <GameTypePill type={game.type} />
        {game.points.length === 1 && (
          <Pill tone="gold" icon={<PointsCoin className="icon" />}>
            {formatCount(game.points[0] ?? 0, 'point')}
          </Pill>
        )}
        {game.prize && (
          <Pill tone="gold" icon={<Gift className="icon" aria-hidden="true" />}>
            <bdi>{game.prize}</bdi>
          </Pill>
        )}
        {share}
      </div>
      <h3 className={styles.title} dir="auto" tabIndex={-1}>
        {to ? <Link to={to}>{game.title}</Link> : game.title}
      </h3>
      {game.description && (
        <p className={styles.text} dir="auto">
          {game.description}
        </p>
      )}
      <TimeLeft game={game} now={now} />
      {notes}
    </>
  )
  if (swim)
    return (
      <article id={id} className={joinClasses('card', styles.game, styles.swim, !framed && styles.wide)}>
        <div className={`${styles.main} ${styles.head}`}>{head}</div>
        {children}
        {foot && <div className={`${styles.main} ${styles.foot}`}>{foot}</div>}
      </article>
    )
  return (
    <article
      id={id}
      className={joinClasses('card', styles.game, !framed && styles.band, game.type === 'carp_of_week' && styles.flip)}
    >
      <div className={styles.media}>{media || <Picture game={game} priority={priority} />}</div>
      <div className={styles.main}>
        {head}
        {game.points.length > 1 && (
          <ul className={styles.points} aria-label="Points on offer">
            {game.points.map((points, index) => (
              <li key={placeTone(index + 1)} className={styles.place}>
                <Peg value={index + 1} tone={placeTone(index + 1)} what="Place" />
                {formatPoints(points)}
              </li>
            ))}
          </ul>
        )}
        {children}
        {foot}
      </div>
    </article>
  )
}

function Picture({ game, priority }: { game: GameFacts; priority: boolean }) {
  if (game.imageUrl) return <Photo url={game.imageUrl} alt="" {...GAME_BOX} priority={priority} />
  return (
    <div className={`deep ${styles.noPicture}`}>
      <WeighIcon className="icon" aria-hidden="true" />
    </div>
  )
}
