import { useQuery } from '@tanstack/react-query'
import { VARIETIES } from '../../../components/catch/varieties.ts'
import { LoadFailure } from '../../../components/feedback/load-failure.tsx'
import { Skeleton, SkeletonGroup } from '../../../components/feedback/skeleton.tsx'
import { ownProfileQuery } from '../../../data/profile/own-profile-query.ts'
import { boardQuery } from '../../../data/records/board-query.ts'
import { journalFailureText } from '../../../lib/journal-failure-text.ts'
import type { RecordPeriod } from '../record-text.ts'
import * as styles from '../records.module.css'
import { Biggest } from './biggest.tsx'
import { History } from './history.tsx'
import { HowItWorks } from './how-it-works.tsx'
import { TopFive } from './top-five.tsx'
import { VarietyCard } from './variety-card.tsx'

/** The club records of a period: the biggest, a card for each variety, the heaviest five, and how the records grew. */
export function RecordsBoard({ userId, period }: { userId: string; period: RecordPeriod }) {
  const { data: board, error, refetch } = useQuery(boardQuery(period === 'all'))
  const profile = useQuery(ownProfileQuery(userId))
  if (error && !board)
    return <LoadFailure action={journalFailureText.loadRecords} error={error} onRetry={() => void refetch()} />
  if (!board || profile.isPending) return <RecordsSkeleton />
  const unit = profile.data?.weight_unit ?? 'kg'
  const holders = new Map(board.holders.map((one) => [one.variety, one]))
  const ever = new Map(board.ever.map((one) => [one.variety, one.grams]))
  return (
    <div className={styles.board}>
      <Biggest board={board} period={period} unit={unit} />
      <section aria-labelledby="by-variety">
        <h2 id="by-variety" className={styles.heading}>
          By variety
        </h2>
        <div className={styles.cards}>
          {VARIETIES.map((variety) => (
            <VarietyCard
              key={variety}
              variety={variety}
              holder={holders.get(variety)}
              ever={ever.get(variety)}
              period={period}
              unit={unit}
            />
          ))}
        </div>
      </section>
      <TopFive top={board.top} period={period} unit={unit} />
      {period === 'all' && <History varieties={VARIETIES.filter((variety) => holders.has(variety))} unit={unit} />}
      <HowItWorks />
    </div>
  )
}

function RecordsSkeleton() {
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
