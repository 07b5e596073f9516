import { Skeleton, SkeletonGroup } from '../../../components/feedback/skeleton.tsx'
import { Card } from '../../../components/ui/card.tsx'
import * as headStyles from '../member-head.module.css'
import * as styles from '../member-page.module.css'

/** The shapes of a member's page: its head, photos, posts and badges. */
export function MemberSkeleton() {
  return (
    <SkeletonGroup label="Loading the member">
      <Card className={headStyles.head}>
        <div className={headStyles.cover} />
        <div className={headStyles.identity}>
          <div className={headStyles.portrait}>
            <Skeleton circle width="var(--sz)" height="var(--sz)" />
          </div>
          <div className={headStyles.name}>
            <div className={headStyles.title}>
              <Skeleton width={200} height="1lh" />
            </div>
            <div className={headStyles.level}>
              <Skeleton width={150} height={28} />
            </div>
            <div className={headStyles.facts}>
              <Skeleton width={180} height="1lh" />
            </div>
          </div>
          <div className={headStyles.actions}>
            <Skeleton width={121} height={44} />
            <Skeleton width="var(--gift)" height={44} />
            <Skeleton width={44} height={44} className={headStyles.more} />
          </div>
        </div>
        <div className={headStyles.figures}>
          {[0, 1, 2, 3].map((figure) => (
            <div key={figure}>
              <Skeleton width={40} height="1lh" className={headStyles.label} />
              <Skeleton width={48} height="1lh" className={headStyles.value} />
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
