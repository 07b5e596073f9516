import { Skeleton, SkeletonGroup } from '../../../components/feedback/skeleton.tsx'
import { Card } from '../../../components/ui/card.tsx'
import * as styles from '../member-page.module.css'

/** The shapes of a member's page: its head, photos, posts and badges. */
export function MemberSkeleton() {
  return (
    <SkeletonGroup label="Loading the member">
      <Card className={styles.head}>
        <div className={styles.cover} />
        <div className={styles.identity}>
          <div className={styles.portrait}>
            <Skeleton circle width={96} height={96} />
          </div>
          <div className={styles.name}>
            <div className={styles.title}>
              <Skeleton width={200} height="1lh" />
            </div>
            <div className={styles.level}>
              <Skeleton width={150} height={28} />
            </div>
            <div className={styles.facts}>
              <Skeleton width={180} height="1lh" />
            </div>
          </div>
          <div className={styles.actions}>
            <Skeleton width={121} height={44} />
            <Skeleton width="var(--gift)" height={44} />
            <Skeleton width={44} height={44} className={styles.more} />
          </div>
        </div>
        <div className={styles.figures}>
          {[0, 1, 2, 3].map((figure) => (
            <div key={figure}>
              <Skeleton width={48} height={51} />
            </div>
          ))}
        </div>
      </Card>
      <div className={styles.columns}>
        <div className={styles.column}>
          <Block height={160} />
          <Block height={120} />
        </div>
        <Block height={120} />
      </div>
    </SkeletonGroup>
  )
}

function Block({ height }: { height: number }) {
  return (
    <Card pad className={styles.section}>
      <Skeleton width={110} height={28} />
      <Skeleton height={height} />
    </Card>
  )
}
