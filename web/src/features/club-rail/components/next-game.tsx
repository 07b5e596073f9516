import { countdownInMinutes } from '../../../components/game/countdown.ts'
import { gamePhase } from '../../../components/game/game-phase.ts'
import { GameTypePill, gameInvitation } from '../../../components/game/game-type.tsx'
import { orderGames } from '../../../components/game/order-games.ts'
import { ButtonLink } from '../../../components/ui/button-link.tsx'
import { Photo } from '../../../components/ui/photo.tsx'
import type { Game } from '../../../data/games/game.ts'
import { useNow } from '../../../hooks/use-now.ts'
import { deadlineState } from '../../../lib/deadline.ts'
import { joinClasses } from '../../../lib/join-classes.ts'
import * as styles from '../rail.module.css'

const PICTURE = { width: 376, height: 161 }

/** The open game that closes first: one that the reader has not entered, if there is any. */
export function NextGame({ games }: { games: readonly Game[] }) {
  const now = useNow(...games.flatMap(({ startDate, endDate }) => [startDate, endDate]))
  const open = orderGames(games, now).filter((game) => gamePhase(game, now) === 'open')
  const game = open.find(({ own }) => !own) ?? open[0]
  if (!game) return null
  const low = deadlineState(game.endDate, now) === 'urgent'
  return (
    <section className={`card ${styles.part}`}>
      {game.imageUrl && (
        <div className={`media ${styles.picture}`}>
          <Photo url={game.imageUrl} alt="" {...PICTURE} />
        </div>
      )}
      <div className={styles.title}>
        <GameTypePill type={game.type} />
        <span className={joinClasses('figure', styles.left, low && styles.soon)}>
          {countdownInMinutes(game.endDate, now)} left
        </span>
      </div>
      <h2 dir="auto">{game.title}</h2>
      {game.own ? (
        <ButtonLink to="/games" variant="line" block>
          You’re in. See the game
        </ButtonLink>
      ) : (
        <ButtonLink to="/games" variant="tip" block>
          {gameInvitation(game.type)}
        </ButtonLink>
      )}
    </section>
  )
}
