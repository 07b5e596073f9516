import { type ReactNode, useId } from 'react'
import { Skeleton, SkeletonGroup } from '../../../components/feedback/skeleton.tsx'
import { Card } from '../../../components/ui/card.tsx'
import * as styles from '../dashboard.module.css'

export interface DashboardCardProps {
  heading: string
  /** Shown in a small pill beside the heading; hidden at zero. */
  count?: number | undefined
  loading: boolean
  /** Placed at the end of the heading's line, e.g. a link to the full list. */
  action?: ReactNode
  children: ReactNode
}

/** One section of the dashboard under its heading, with a skeleton while loading. */
export function DashboardCard({ heading, count = 0, loading, action, children }: DashboardCardProps) {
  const id = useId()
  return (
    <Card as="section" pad className={styles.section} aria-labelledby={id}>
      <div className="section-head">
        <h2 id={id}>{heading}</h2>
        {count > 0 && <span className="count">{count}</span>}
        {action && <span className={styles.action}>{action}</span>}
      </div>
      {loading ? (
        <SkeletonGroup silent>
          <div className="referral">
            <Skeleton width={40} height={40} circle />
            <Skeleton width="70%" />
            <Skeleton width={56} />
          </div>
        </SkeletonGroup>
      ) : (
        children
      )}
    </Card>
  )
}
