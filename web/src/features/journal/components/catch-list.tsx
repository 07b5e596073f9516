import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorBanner } from '../../../components/feedback/error-banner.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { Card } from '../../../components/ui/card.tsx'
import { offersQuery } from '../../../data/catches/offers-query.ts'
import { pagesQuery } from '../../../data/catches/pages-query.ts'
import type { WaitingCatch } from '../../../data/catches/waiting-record.ts'
import { useKeptFocus } from '../../../hooks/use-kept-focus.ts'
import { useIsTeam, useOwnSummary } from '../../../hooks/use-session.ts'
import { formatMonth } from '../../../lib/day.ts'
import { formatCount } from '../../../lib/format.ts'
import { formatGrams } from '../../../lib/grams.ts'
import { journalFailureText } from '../../../lib/journal-failure-text.ts'
import type { WeightUnit } from '../../../lib/weight.ts'
import { inMonths, type Month } from '../in-months.ts'
import * as styles from '../journal.module.css'
import type { SendNow } from '../send-and-tell.ts'
import { CatchRow } from './catch-row.tsx'
import { CatchSheet } from './catch-sheet.tsx'
import { WaitingNote } from './waiting-note.tsx'
import { WaitingRow } from './waiting-row.tsx'
import { WaitingSheet } from './waiting-sheet.tsx'

export interface CatchListProps {
  memberId: string
  userId: string
  unit: WeightUnit
  /** Number of catches that the viewer may see; undefined while the journal cannot be loaded. */
  count: number | undefined
  /** The heaviest of them. */
  heaviestId: string | undefined
  /** Those of the viewer that wait on this device. */
  waiting?: readonly WaitingCatch[]
  onSend?: SendNow | undefined
}

/** ID of the heading. */
export const TITLE = 'catches'
const NONE: readonly WaitingCatch[] = []

/** The catches of a journal by month, more of them by a button. */
export function CatchList({ memberId, userId, unit, count, heaviestId, waiting = NONE, onSend }: CatchListProps) {
  const pages = useInfiniteQuery(pagesQuery(memberId))
  const isOwn = memberId === userId
  // Without them the journal is still whole.
  const offers = useQuery({ ...offersQuery(userId), enabled: isOwn }).data
  const [openId, setOpenId] = useState<string>()
  // As it was when it was opened: it may be sent or deleted in another tab while it is being changed.
  const [changing, setChanging] = useState<WaitingCatch>()
  const isTeam = useIsTeam()
  const own = useOwnSummary()
  const catches = pages.data?.pages.flat() ?? []
  const open = catches.find(({ id }) => id === openId)
  return (
    <Card as="section" pad aria-labelledby={TITLE}>
      <div className="section-head">
        <h2 id={TITLE} tabIndex={-1}>
          Catches
        </h2>
        {count !== undefined && count > 0 && <span className="count">{count}</span>}
      </div>
      {waiting.length > 0 && <WaitingNote waiting={waiting} onSend={onSend} />}
      {pages.data && <KeptFocus state={catches.length} />}
      {inMonths(catches, waiting).map((month) => (
        <section key={month.month} aria-label={formatMonth(`${month.month}-01`)}>
          <div className={styles.month}>
            <h3>{formatMonth(`${month.month}-01`)}</h3>
            <span className="small quiet">{sumOf(month, unit)}</span>
          </div>
          <ul className={styles.rows}>
            {month.entries.map((entry) =>
              entry.one ? (
                <li key={entry.one.id}>
                  <CatchRow
                    one={entry.one}
                    unit={unit}
                    isHeaviest={entry.one.id === heaviestId}
                    record={offers?.get(entry.one.id)?.state}
                    onOpen={() => setOpenId(entry.one.id)}
                  />
                </li>
              ) : (
                <li key={entry.waiting.requestId}>
                  <WaitingRow one={entry.waiting} unit={unit} onOpen={() => setChanging(entry.waiting)} />
                </li>
              ),
            )}
          </ul>
        </section>
      ))}
      {pages.isFetchNextPageError && <ErrorBanner action={journalFailureText.loadJournal} error={pages.error} />}
      {pages.hasNextPage && (
        <Button
          className={styles.more}
          variant="line"
          block
          busy={pages.isFetchingNextPage}
          onClick={() => void pages.fetchNextPage({ cancelRefetch: false })}
        >
          Earlier catches
        </Button>
      )}
      {open && (
        <CatchSheet
          key={open.id}
          one={open}
          unit={unit}
          userId={userId}
          isOwn={isOwn}
          offers={offers}
          mayRemove={isTeam}
          isSuspended={own?.isSuspended === true}
          onClose={() => setOpenId(undefined)}
        />
      )}
      {changing && (
        <WaitingSheet
          key={changing.requestId}
          one={changing}
          unit={unit}
          userId={userId}
          onSend={onSend}
          onClose={() => setChanging(undefined)}
        />
      )}
    </Card>
  )
}

/** The row of a deleted catch cannot take the focus back; the heading gets it. Not when the first page arrives. */
function KeptFocus({ state }: { state: number }) {
  useKeptFocus(() => document.getElementById(TITLE), state)
  return null
}

/** `3 catches, 42.10 kg, and 1 waiting`: the sums are those of the journal. */
function sumOf({ count, grams, waiting }: Month, unit: WeightUnit): string {
  const sum = count > 0 ? `${formatCount(count, 'catch', 'catches')}, ${formatGrams(grams, unit)}` : ''
  return waiting === 0 ? sum : [sum, `${waiting} waiting`].filter((part) => part !== '').join(', and ')
}
