import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Empty } from '../../../components/feedback/empty.tsx'
import { ErrorBanner } from '../../../components/feedback/error-banner.tsx'
import { Skeleton, SkeletonGroup } from '../../../components/feedback/skeleton.tsx'
import { useToast } from '../../../components/feedback/toast.tsx'
import { FloatDrawing } from '../../../components/ui/float-drawing.tsx'
import { appealsQuery } from '../../../data/reports/console-appeals-query.ts'
import * as styles from '../answers.module.css'
import { AnswerCard, type Writing } from './answer-card.tsx'

/** The answers of suspended members that wait for a decision, oldest first. */
export function AnswersView() {
  const { data, error, refetch } = useQuery(appealsQuery)
  const toast = useToast()
  const [writing, write] = useState<Writing>()
  const isGone = writing !== undefined && data?.every(({ id }) => id !== writing.id) === true
  useEffect(() => {
    if (!isGone) return
    write(undefined)
    toast('This answer has been decided, or the suspension has ended.', true)
  }, [isGone, toast])
  if (data)
    return data.length === 0 ? (
      <div className="card">
        <Empty icon={<FloatDrawing />} titleAs="h2" title="No answers are waiting." />
      </div>
    ) : (
      <ul className={styles.answers} aria-label="Answers">
        {data.map((appeal) => (
          <AnswerCard
            key={appeal.id}
            appeal={appeal}
            decision={writing?.id === appeal.id ? writing.decision : undefined}
            onWrite={write}
          />
        ))}
      </ul>
    )
  if (error) return <ErrorBanner action="loadData" error={error} onRetry={() => void refetch()} />
  return (
    <SkeletonGroup label="Loading answers">
      <div className="card padded">
        <Skeleton width="40%" height={32} />
        <Skeleton height={96} />
      </div>
    </SkeletonGroup>
  )
}
