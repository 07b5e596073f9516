import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorBanner } from '../../../components/feedback/error-banner.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { Card } from '../../../components/ui/card.tsx'
import { type Catch, pagesQuery } from '../../../data/catches/pages-query.ts'
import { useKeptFocus } from '../../../hooks/use-kept-focus.ts'
import { useIsTeam, useOwnSummary } from '../../../hooks/use-session.ts'
import { formatMonth } from '../../../lib/day.ts'
import { formatCount } from '../../../lib/format.ts'
import { formatGrams } from '../../../lib/grams.ts'
import { journalFailureText } from '../../../lib/journal-failure-text.ts'
import type { WeightUnit } from '../../../lib/weight.ts'
import * as styles from '../journal.module.css'
import { CatchRow } from './catch-row.tsx'
import { CatchSheet } from './catch-sheet.tsx'

export interface CatchListProps {
  memberId: string
  userId: string
  unit: WeightUnit
  /** Number of catches that the viewer may see. */
  count: number
  /** The heaviest of them. */
  heaviestId: string | undefined
}

const TITLE = 'catches'

/** The catches of a journal by month, more of them by a button. */
export function CatchList({ memberId, userId, unit, count, heaviestId }: CatchListProps) {
  const pages = useInfiniteQuery(pagesQuery(memberId))
  const [openId, setOpenId] = useState<string>()
  const isTeam = useIsTeam()
  const own = useOwnSummary()
  const catches = pages.data?.pages.flat() ?? []
  const open = catches.find(({ id }) => id === openId)
  // A deleted row cannot take the focus back.
  useKeptFocus(() => document.getElementById(TITLE), catches.length)
  return (
    <Card as="section" pad aria-labelledby={TITLE}>
      <div className="section-head">
        <h2 id={TITLE} tabIndex={-1}>
          Catches
        </h2>
        {count > 0 && <span className="count">{count}</span>}
      </div>
      {months(catches).map(([month, rows]) => (
        <section key={month} aria-label={formatMonth(`${month}-01`)}>
          <div className={styles.month}>
            <h3>{formatMonth(`${month}-01`)}</h3>
            <span className="small quiet">
              {formatCount(rows[0]?.month_count ?? 0, 'catch', 'catches')},{' '}
              {formatGrams(rows[0]?.month_grams ?? 0, unit)}
            </span>
          </div>
          <ul className={styles.rows}>
            {rows.map((one) => (
              <li key={one.id}>
                <CatchRow one={one} unit={unit} isHeaviest={one.id === heaviestId} onOpen={() => setOpenId(one.id)} />
              </li>
            ))}
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
          isOwn={memberId === userId}
          mayRemove={isTeam}
          isSuspended={own?.isSuspended === true}
          onClose={() => setOpenId(undefined)}
        />
      )}
    </Card>
  )
}

/** The catches in groups of one month each, in their order. */
function months(catches: readonly Catch[]): [month: string, rows: Catch[]][] {
  const groups = new Map<string, Catch[]>()
  for (const one of catches) {
    const month = one.caught_on.slice(0, 7)
    groups.set(month, [...(groups.get(month) ?? []), one])
  }
  return [...groups]
}
