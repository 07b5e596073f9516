import clsx from 'clsx'
import Gift from 'lucide-react/icons/gift'
import type { ReactNode } from 'react'
import { formatCount, formatPoints } from '../../lib/format.ts'
import { GAME_BOX } from '../../lib/photo/photo-boxes.ts'
import { Peg, placeTone } from '../ui/peg.tsx'
import { Photo } from '../ui/photo.tsx'
import { Pill } from '../ui/pill.tsx'
import { PointsCoin } from '../ui/points-coin.tsx'
import type { GameTimes } from './game-phase.ts'
import { type GameTypeName, GameTypePill } from './game-type.tsx'
import { TimeLeft } from './time-left.tsx'
import './game-card.css'

/** What members are told about a game that is on. */
export interface GameFacts extends GameTimes {
  type: GameTypeName
  title: string
  description: string
  imageUrl: string | null
  /** Points of the first, second and third place; guessing games have the first only. */
  points: readonly number[]
  /** Name of the linked prize package. */
  prize: string | null
}

export interface GameCardProps {
  game: GameFacts
  now: Date
  /** For the card at the top of a screen: its photo is fetched at once. */
  priority?: boolean
  children: ReactNode
}

/** The card of a game that is on; the children are what there is to do in it. */
export function GameCard({ game, now, priority = false, children }: GameCardProps) {
  const swim = game.type === 'pick_swim'
  return (
    <article className={clsx('card game', swim && 'game-swim')}>
      {game.imageUrl && !swim && <Photo url={game.imageUrl} alt="" {...GAME_BOX} priority={priority} />}
      <div className="game-head">
        <div className="game-meta">
          <GameTypePill type={game.type} />
          {game.points.length === 1 && (
            <Pill tone="gold" icon={<PointsCoin className="i" />}>
              {formatCount(game.points[0] ?? 0, 'point')}
            </Pill>
          )}
          {game.prize && (
            <Pill tone="gold" icon={<Gift className="i" aria-hidden="true" />}>
              <bdi>{game.prize}</bdi>
            </Pill>
          )}
        </div>
        <h2 dir="auto">{game.title}</h2>
        {game.description && (
          <p className="game-text" dir="auto">
            {game.description}
          </p>
        )}
      </div>
      <div className="game-body stack">
        <TimeLeft game={game} now={now} />
        {game.points.length > 1 && (
          <ul className="prizes" aria-label="Points on offer">
            {game.points.map((points, index) => (
              <li key={placeTone(index + 1)} className="prize-pt">
                <Peg value={index + 1} tone={placeTone(index + 1)} what="Place" />
                {formatPoints(points)}
              </li>
            ))}
          </ul>
        )}
      </div>
      {children}
    </article>
  )
}
