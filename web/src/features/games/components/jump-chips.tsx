import { useInfiniteQuery } from '@tanstack/react-query'
import { completedGamesQuery } from '../../../data/games/completed-games-query.ts'
import type { Game } from '../../../data/games/game.ts'
import { formatPoints } from '../../../lib/format.ts'
import { BAND_TITLES } from '../band-titles.ts'
import type { GameBands } from '../game-bands.ts'
import * as styles from '../games.module.css'
import { JumpLink } from './jump-link.tsx'

/** Links to the bands of the page with their numbers of games; nothing when there is only one band. */
export function JumpChips({ bands, userId }: { bands: GameBands<Game>; userId: string }) {
  // The list below loads the results.
  const { data } = useInfiniteQuery({ ...completedGamesQuery(userId), enabled: false })
  const results = bands.closed.length + (data?.pages[0]?.total ?? 0)
  const chips = [
    { id: 'today', count: bands.today.length },
    { id: 'open', count: bands.open.length },
    { id: 'soon', count: bands.soon.length },
    { id: 'results', count: results },
  ] as const
  const shown = chips.filter(({ count }) => count > 0)
  if (shown.length < 2) return null
  return (
    <nav className={styles.chips} aria-label="Games on this page">
      {shown.map(({ id, count }, index) => (
        <JumpLink key={id} to={id} className={styles.chip} aria-current={index === 0 ? 'true' : undefined}>
          {BAND_TITLES[id]} <b>{formatPoints(count)}</b>
        </JumpLink>
      ))}
    </nav>
  )
}
