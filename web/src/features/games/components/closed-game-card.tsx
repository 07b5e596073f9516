import { GameTypePill } from '../../../components/game/game-type.tsx'
import { TimeLeft } from '../../../components/game/time-left.tsx'
import type { Game } from '../../../data/games/game.ts'
import * as styles from '../results.module.css'
import { Changes } from './changes.tsx'
import { ShareGame } from './share-game.tsx'
import { TitleLink } from './title-link.tsx'
import { WhoEntered } from './who-entered.tsx'

/** A game that has ended and waits for its result. */
export function ClosedGameCard({ game, now }: { game: Game; now: Date }) {
  return (
    <article className={`card ${styles.card}`} id={`game-${game.id}`}>
      <div className={styles.facts}>
        <GameTypePill type={game.type} quiet />
        <ShareGame game={game} />
      </div>
      <h3 className="heading-3" dir="auto" tabIndex={-1}>
        <TitleLink game={game} />
      </h3>
      <TimeLeft game={game} now={now} />
      <p>{ownText(game)}</p>
      <p className="small muted">The result appears here once an admin completes the game.</p>
      <Changes changes={game.changes} />
      <div className={styles.tail}>
        <WhoEntered game={game} />
      </div>
    </article>
  )
}

function ownText({ own, unit }: Game): string {
  if (!own) return 'You did not enter this game.'
  if (own.square !== null) return `Your square: ${own.square}`
  if (own.weight !== null) return `Your guess: ${own.weight} ${unit}`
  return 'Your photo is with the team.'
}
