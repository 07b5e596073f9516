import { type ReactNode, useId } from 'react'
import { Skeleton, SkeletonGroup } from '../../../components/feedback/skeleton.tsx'
import { Card } from '../../../components/ui/card.tsx'

export interface DashboardCardProps {
  heading: string
  /** Stands in a small pill beside the heading; not shown at zero. */
  count?: number | undefined
  loading: boolean
  children: ReactNode
}

/** One section of the dashboard under its heading; while loading, the shape of a row. */
export function DashboardCard({ heading, count = 0, loading, children }: DashboardCardProps) {
  const id = useId()
  return (
    <Card as="section" pad className="dash-card" aria-labelledby={id}>
      <div className="sec-head">
        <h2 id={id}>{heading}</h2>
        {count > 0 && <span className="count">{count}</span>}
      </div>
      {loading ? (
        <SkeletonGroup label={`Loading ${heading}`}>
          <div className="ref">
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
