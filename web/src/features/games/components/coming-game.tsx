import { gameTypeName, TypeIcon } from '../../../components/game/game-type.tsx'
import type { Game } from '../../../data/games/game.ts'
import { formatMoment } from '../../../lib/format.ts'
import { zoneName } from '../../../lib/zone-name.ts'
import * as styles from '../games.module.css'
import { TitleLink } from './title-link.tsx'

/** One line for a game that has not started: what it is and when it opens. */
export function ComingGame({ game, now }: { game: Game; now: Date }) {
  return (
    <article className={styles.strip}>
      <span className={styles.disc}>
        <TypeIcon type={game.type} />
      </span>
      <div>
        <h3 className={styles.stripTitle} dir="auto">
          <TitleLink game={game} />
        </h3>
        <p className="small muted">
          <span className="visually-hidden">{gameTypeName(game.type)}. </span>
          Opens{' '}
          <time dateTime={game.startDate}>
            {`${formatMoment(game.startDate, now)} ${zoneName(game.startDate)}`.trim()}
          </time>
        </p>
      </div>
    </article>
  )
}
