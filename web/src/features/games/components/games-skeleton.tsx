import { Skeleton, SkeletonGroup } from '../../../components/feedback/skeleton.tsx'
import * as card from '../../../components/game/game-card.module.css'
import * as page from '../games.module.css'
import * as styles from '../skeleton.module.css'

/** The page's shape while the games load: chips, a band with a picture and its task, and a lake. */
export function GamesSkeleton() {
  return (
    <SkeletonGroup label="Loading games">
      <div className={page.chips}>
        {[142, 96, 128, 112].map((width) => (
          <Skeleton key={width} width={width} height={44} className={styles.chip} />
        ))}
      </div>
      <div className={page.bands}>
        <div className={page.heading}>
          <Skeleton width={170} height={29} />
        </div>
        <div className={`card ${card.game} ${card.band}`}>
          <div className={card.media}>
            <Skeleton className={styles.picture} height="100%" />
          </div>
          <div className={card.main}>
            <Head />
            <div className={`deep ${styles.readout}`} />
            <Skeleton height={48} className={styles.button} />
          </div>
        </div>
        <div className={`card ${card.game} ${card.swim} ${card.wide}`}>
          <div className={`${card.main} ${card.head}`}>
            <Head />
          </div>
          <div className={styles.lake} />
          <div className={`${card.main} ${styles.controls}`}>
            <Skeleton height={48} className={styles.button} />
          </div>
        </div>
      </div>
    </SkeletonGroup>
  )
}

function Head() {
  return (
    <>
      <div className="cluster">
        <Skeleton width={140} height={28} className={styles.chip} />
        <Skeleton width={100} height={28} className={styles.chip} />
      </div>
      <Skeleton width="88%" height={26} />
      <div className="cluster between">
        <Skeleton width={96} height={28} />
        <Skeleton width={120} height={28} />
      </div>
      <Skeleton height={6} />
    </>
  )
}
