import { Link } from 'react-router'
import * as styles from '../games.module.css'

/** The title of a game; leads to its own page. */
export function TitleLink({ game }: { game: { id: string; title: string } }) {
  return (
    <Link to={`/games/${game.id}`} className={styles.titleLink}>
      {game.title}
    </Link>
  )
}
