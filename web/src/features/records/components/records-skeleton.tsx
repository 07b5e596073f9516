import { VARIETIES } from '../../../components/catch/varieties.ts'
import { Skeleton, SkeletonGroup } from '../../../components/feedback/skeleton.tsx'
import * as styles from '../records.module.css'

/** In place of the club records while they load. */
export function RecordsSkeleton() {
  return (
    <SkeletonGroup label="Loading the records">
      <div className={styles.board}>
        <div className="card deep on-deep padded">
          <Skeleton width="30%" height={24} />
          <Skeleton width="50%" height={56} />
          <Skeleton height={180} />
        </div>
        <div className={styles.cards}>
          {VARIETIES.map((variety) => (
            <div key={variety} className="card padded">
              <Skeleton height={150} />
              <Skeleton width="60%" height={44} />
            </div>
          ))}
        </div>
      </div>
    </SkeletonGroup>
  )
}
