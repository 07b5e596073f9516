import clsx from 'clsx'
import { deadlineState } from '../../lib/deadline.ts'
import { formatMoment } from '../../lib/format.ts'
import { type GameTimes, gamePhase, timeSpent } from './game-phase.ts'
import { gameTimeLeft } from './time-words.ts'

/** The time that is left in words and as a bar, when the game opens, or that it is closed. */
export function TimeLeft({ game, now }: { game: GameTimes; now: Date }) {
  const phase = gamePhase(game, now)
  const words = {
    before: `Opens ${formatMoment(game.startDate, now)}`,
    open: gameTimeLeft(game.endDate, now),
    closed: 'Closed for entries',
  }[phase]
  const low = phase === 'open' && deadlineState(game.endDate, now) === 'urgent'
  return (
    <div className="game-time">
      <div className="small strong">{words}</div>
      <div className={clsx('timebar', low && 'low')} aria-hidden="true">
        <i style={{ width: `${timeSpent(game, now) * 100}%` }} />
      </div>
    </div>
  )
}
