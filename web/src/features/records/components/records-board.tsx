import { useQuery } from '@tanstack/react-query'
import { VARIETIES } from '../../../components/catch/varieties.ts'
import { LoadFailure } from '../../../components/feedback/load-failure.tsx'
import { ownProfileQuery } from '../../../data/profile/own-profile-query.ts'
import { boardQuery } from '../../../data/records/board-query.ts'
import { journalFailureText } from '../../../lib/journal-failure-text.ts'
import type { RecordPeriod } from '../record-text.ts'
import * as styles from '../records.module.css'
import { BoardSections } from './board-sections.tsx'
import { History } from './history.tsx'
import { HowItWorks } from './how-it-works.tsx'
import { RecordsSkeleton } from './records-skeleton.tsx'

/** The club records of a period: the biggest, a card for each variety, the heaviest five, and how the records grew. */
export function RecordsBoard({ userId, period }: { userId: string; period: RecordPeriod }) {
  const { data: board, error, refetch } = useQuery(boardQuery(period === 'all'))
  const profile = useQuery(ownProfileQuery(userId))
  if (error && !board)
    return <LoadFailure action={journalFailureText.loadRecords} error={error} onRetry={() => void refetch()} />
  if (!board || profile.isPending) return <RecordsSkeleton />
  const unit = profile.data?.weight_unit ?? 'kg'
  const held = new Set(board.holders.map((one) => one.variety))
  return (
    <div className={styles.board}>
      <BoardSections board={board} period={period} unit={unit} />
      {period === 'all' && <History varieties={VARIETIES.filter((variety) => held.has(variety))} unit={unit} />}
      <HowItWorks />
    </div>
  )
}
