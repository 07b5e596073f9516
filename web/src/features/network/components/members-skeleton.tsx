import { Skeleton, SkeletonGroup } from '../../../components/feedback/skeleton.tsx'
import * as styles from '../network.module.css'

/** Six skeleton cards. */
export function MembersSkeleton() {
  return (
    <SkeletonGroup label="Loading members">
      <div className={styles.members}>
        {Array.from({ length: 6 }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: six equal shapes that never change order
          <div key={index} className={`card ${styles.member}`}>
            <div className={`${styles.gallery} ${styles.waiting}`} />
            <div className={styles.portrait}>
              <Skeleton circle width={68} height={68} />
            </div>
            <div className={styles.body}>
              <Skeleton width="55%" height={20} />
              <p>
                <Skeleton height={38} />
              </p>
            </div>
            <div className={styles.figures}>
              <Skeleton width={140} height={40} />
            </div>
            <div className={styles.actions}>
              <Skeleton height={44} />
              <Skeleton height={44} />
            </div>
          </div>
        ))}
      </div>
    </SkeletonGroup>
  )
}
