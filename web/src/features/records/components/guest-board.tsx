import { useQuery } from '@tanstack/react-query'
import { LoadFailure } from '../../../components/feedback/load-failure.tsx'
import { ButtonLink } from '../../../components/ui/button-link.tsx'
import { Card } from '../../../components/ui/card.tsx'
import { guestBoardQuery } from '../../../data/records/guest-board-query.ts'
import { journalFailureText } from '../../../lib/journal-failure-text.ts'
import type { RecordPeriod } from '../record-text.ts'
import * as styles from '../records.module.css'
import { BoardSections } from './board-sections.tsx'
import { RecordsSkeleton } from './records-skeleton.tsx'

/** The club records of a period without the photos and the history. Nothing where the club shows them only to members. */
export function GuestBoard({ period }: { period: RecordPeriod }) {
  const { data, error, isPlaceholderData, refetch } = useQuery(guestBoardQuery(period === 'all'))
  if (error && !data)
    return (
      <LoadFailure
        action={journalFailureText.loadRecords}
        error={error}
        onRetry={() => void refetch()}
        out={{ to: '/', text: 'Return Home' }}
      />
    )
  if (data === null) return null
  if (!data || isPlaceholderData) return <RecordsSkeleton />
  return (
    <div className={styles.board}>
      <BoardSections board={data.board} period={period} unit={data.unit} />
      <Card as="section" pad className={styles.members} aria-labelledby="for-members">
        <h2 id="for-members">For members</h2>
        <p className="muted">Members also see the photos of the catches, and how the records grew.</p>
        <ButtonLink to="/login" variant="line" state={{ origin: '/records' }}>
          Log in
        </ButtonLink>
      </Card>
    </div>
  )
}
