import { Skeleton, SkeletonGroup } from '../../../components/feedback/skeleton.tsx'
import * as styles from '../overview.module.css'

const TILES = [1, 2, 3, 4]
const CARDS = [1, 2, 3, 4, 5]

/** The skeleton of the overview, as tall as the loaded one. */
export function OverviewSkeleton() {
  return (
    <SkeletonGroup label="Loading statistics">
      <div className={styles.tiles}>
        {TILES.map((tile) => (
          <div key={tile} className="card">
            <Skeleton width="60%" height={14} />
            <Skeleton width={72} height={36} className={styles.waiting} />
            <Skeleton width="80%" height={12} className={styles.waiting} />
          </div>
        ))}
      </div>
      <div className={styles.pictures}>
        {CARDS.map((card) => (
          <div key={card} className={`card ${styles.picture}`}>
            <Skeleton width="40%" height={16} />
            <Skeleton height={116} className={styles.waiting} />
          </div>
        ))}
      </div>
    </SkeletonGroup>
  )
}
