import { useQuery } from '@tanstack/react-query'
import { ErrorBanner } from '../../components/feedback/error-banner.tsx'
import { Skeleton, SkeletonGroup } from '../../components/feedback/skeleton.tsx'
import { Card } from '../../components/ui/card.tsx'
import { waitingQuery } from '../../data/overview/console-waiting-query.ts'
import { FirstSteps } from './components/first-steps.tsx'
import { SideCards } from './components/side-cards.tsx'
import { ToDo } from './components/to-do.tsx'
import * as styles from './home.module.css'

/** The club team's to-do list, and beside it what comes next. */
export function WhatWaits() {
  const { data, error, refetch } = useQuery(waitingQuery)
  if (error && !data) return <ErrorBanner action="loadData" error={error} onRetry={() => refetch()} />
  if (!data)
    return (
      <SkeletonGroup label="Loading the to-do list">
        <div className={styles.home}>
          <Card className={styles.toDo}>
            {[0, 1, 2].map((row) => (
              <div key={row} className={styles.toDoRow}>
                <Skeleton width={36} height={36} circle />
                <Skeleton width="60%" height={20} />
              </div>
            ))}
          </Card>
          <Card pad>
            <Skeleton height={120} />
          </Card>
        </div>
      </SkeletonGroup>
    )
  return (
    <div className={styles.home}>
      <div className={styles.main}>
        <FirstSteps started={data.started} />
        <ToDo waiting={data} />
      </div>
      <SideCards waiting={data} />
    </div>
  )
}
