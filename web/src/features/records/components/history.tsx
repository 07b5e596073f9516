import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { CatchVariety } from '../../../../../contract/src/column-types.ts'
import { VARIETY_NAME } from '../../../components/catch/varieties.ts'
import { ErrorBanner } from '../../../components/feedback/error-banner.tsx'
import { Spinner } from '../../../components/feedback/spinner.tsx'
import { MemberLink } from '../../../components/member/member-link.tsx'
import { Card } from '../../../components/ui/card.tsx'
import { historyQuery } from '../../../data/records/history-query.ts'
import { formatWholeDay } from '../../../lib/day.ts'
import { formatGrams } from '../../../lib/grams.ts'
import { journalFailureText } from '../../../lib/journal-failure-text.ts'
import type { WeightUnit } from '../../../lib/weight.ts'
import * as styles from '../records.module.css'

export interface HistoryProps {
  /** Those that have a record. */
  varieties: readonly CatchVariety[]
  unit: WeightUnit
}

/** How the record of each variety grew, folded. */
export function History({ varieties, unit }: HistoryProps) {
  if (varieties.length === 0) return null
  return (
    <Card as="section" pad aria-labelledby="record-history">
      <h2 id="record-history">History of the records</h2>
      {varieties.map((variety) => (
        <Folded key={variety} variety={variety} unit={unit} />
      ))}
    </Card>
  )
}

function Folded({ variety, unit }: { variety: CatchVariety; unit: WeightUnit }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className={styles.folded} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{VARIETY_NAME[variety]}</summary>
      {isOpen && <Steps variety={variety} unit={unit} />}
    </details>
  )
}

function Steps({ variety, unit }: { variety: CatchVariety; unit: WeightUnit }) {
  const { data, error, refetch } = useQuery(historyQuery(variety))
  if (data)
    return (
      <ol className={styles.steps}>
        {data.map((one) => (
          <li key={one.catch_id}>
            <span className="strong nowrap">{formatGrams(one.grams, unit)}</span>
            <span>
              <MemberLink username={one.username} />, {formatWholeDay(one.caught_on)}
            </span>
          </li>
        ))}
      </ol>
    )
  if (error) return <ErrorBanner action={journalFailureText.loadRecords} error={error} onRetry={() => void refetch()} />
  return <Spinner label="Loading the history" />
}
