import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Banner } from '../../../components/feedback/banner.tsx'
import { Skeleton, SkeletonGroup } from '../../../components/feedback/skeleton.tsx'
import { appealQuery } from '../../../data/newsfeed/appeal-query.ts'
import { suspensionQuery } from '../../../data/newsfeed/suspension-query.ts'
import { useReadHere } from '../../../data/notifications/read-here.ts'
import { useNow } from '../../../hooks/use-now.ts'
import { formatMoment } from '../../../lib/format.ts'
import * as styles from '../appeal.module.css'
import { useDroppedShare } from '../use-dropped-share.ts'
import { Appeal } from './appeal.tsx'

/**
 * Tells a suspended member so, with the reason and the end where there are any, and marks the notification as read. Below it
 * they answer the team; what follows comes last. All of it appears at once, because its height depends on the reason.
 */
export function Suspended({ userId, children }: { userId: string; children?: ReactNode }) {
  const now = useNow()
  const { data, isLoading } = useQuery(suspensionQuery(userId))
  const isAppealLoading = useQuery(appealQuery(userId)).isLoading
  useReadHere(data ? '/newsfeed' : undefined)
  useDroppedShare()
  if (isLoading || isAppealLoading)
    return (
      <SkeletonGroup label="Loading your standing">
        <div className={styles.suspended}>
          <Skeleton height={72} />
          <Skeleton height={296} />
        </div>
      </SkeletonGroup>
    )
  return (
    <div className={styles.suspended}>
      <Banner tone="warn">
        Your account has been suspended from posting in the newsfeed.
        {data?.reason && (
          <span className={styles.line}>
            Reason: <bdi>{data.reason}</bdi>
          </span>
        )}
        {data?.endsAt && <span className={styles.line}>The suspension ends on {formatMoment(data.endsAt, now)}.</span>}
      </Banner>
      <Appeal userId={userId} />
      {children}
    </div>
  )
}
