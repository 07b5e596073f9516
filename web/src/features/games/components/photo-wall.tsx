import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { CarpIcon } from '../../../components/ui/icons.tsx'
import { Photo } from '../../../components/ui/photo.tsx'
import type { Game } from '../../../data/games/game.ts'
import { wallQuery } from '../../../data/games/wall-query.ts'
import { useSeen } from '../../../hooks/use-seen.ts'
import { GAME_BOX } from '../../../lib/photo/photo-boxes.ts'
import * as styles from '../photo-wall.module.css'

/** The newest entries of a carp of the week as one picture; without entries the picture of the game. */
export function PhotoWall({ game, priority, load }: { game: Game; priority: boolean; load: boolean }) {
  const wall = useRef<HTMLDivElement>(null)
  const seen = useSeen(wall)
  const { data: photos = [] } = useQuery({ ...wallQuery(game.id), enabled: load && seen && game.entryCount > 0 })
  const empty = photos.length === 0
  return (
    <div ref={wall} className={styles.wall} data-count={photos.length || undefined}>
      {empty && game.imageUrl && game.entryCount === 0 ? (
        <Photo url={game.imageUrl} alt="" {...GAME_BOX} priority={priority} />
      ) : empty ? (
        <div className={`deep ${styles.none}`}>
          <CarpIcon className="icon" aria-hidden="true" />
          {game.entryCount === 0 && <p>The first photo goes here.</p>}
        </div>
      ) : (
        photos.map(({ id, by, photoUrl }) => (
          <Photo key={id} url={photoUrl} alt={`Entry by ${by}`} width={320} height={320} />
        ))
      )}
    </div>
  )
}
