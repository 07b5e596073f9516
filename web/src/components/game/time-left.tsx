import { useEffect, useState } from 'react'
import { deadlineState } from '../../lib/deadline.ts'
import { formatDayAndTime } from '../../lib/format.ts'
import { joinClasses } from '../../lib/join-classes.ts'
import { serverNow } from '../../lib/server-clock.ts'
import { zoneInWords } from '../../lib/zone-name.ts'
import { countdown, inLastHour } from './countdown.ts'
import { type GameTimes, gamePhase, timeSpent } from './game-phase.ts'
import * as styles from './time-left.module.css'

/** The time until a game closes, the exact moment with the zone in words, and a bar; or that entries are closed. */
export function TimeLeft({ game, now }: { game: GameTimes; now: Date }) {
  const phase = gamePhase(game, now)
  const moment = phase === 'before' ? game.startDate : game.endDate
  const low = phase === 'open' && deadlineState(game.endDate, now) === 'urgent'
  return (
    <div>
      <div className={joinClasses(styles.line, low && styles.ending)}>
        {phase === 'closed' ? (
          <div className="strong">Entries closed</div>
        ) : (
          <div>
            <div className={styles.eyebrow}>{phase === 'before' ? 'Opens in' : 'Closes in'}</div>
            <div className={`figure ${styles.left}`}>
              <Countdown to={moment} now={now} />
            </div>
          </div>
        )}
        <div className={styles.when}>
          <time className="strong" dateTime={moment}>
            {formatDayAndTime(moment, now)}
          </time>
          <span>{zoneInWords(moment)}</span>
        </div>
      </div>
      <div className={joinClasses(styles.timebar, low && styles.runningOut)} aria-hidden="true">
        <i style={{ width: `${timeSpent(game, now) * 100}%` }} />
      </div>
    </div>
  )
}

// In the last hour it counts seconds by itself, so that the rest of the card is not rendered every second.
function Countdown({ to, now }: { to: string; now: Date }) {
  const [tick, setTick] = useState(now)
  const counts = inLastHour(to, now)
  useEffect(() => {
    if (!counts) return
    const timer = setInterval(() => setTick(new Date(serverNow())), 1000)
    return () => clearInterval(timer)
  }, [counts])
  return countdown(to, counts && tick > now ? tick : now)
}
