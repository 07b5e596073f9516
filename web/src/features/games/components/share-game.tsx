import { ShareButton } from '../../../components/share/share-button.tsx'
import * as styles from '../games.module.css'

/** Shares a game or its result; at the end of the row with the game's kind. */
export function ShareGame({ game, result = false }: { game: { id: string; title: string }; result?: boolean }) {
  return (
    <span className={styles.share}>
      <ShareButton path={`/games/${game.id}`} title={game.title} label={result ? 'Share result' : 'Share game'} />
    </span>
  )
}
