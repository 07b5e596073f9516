import { ExportButton } from '../../../components/console/export-button.tsx'
import { Banner } from '../../../components/feedback/banner.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { serverNow } from '../../../lib/server-clock.ts'
import * as styles from '../import.module.css'
import { fateOf, leftOut, leftOutColumns, resultText } from '../import-text.ts'
import type { Import, ImportState } from '../use-import.ts'
import { FateChips } from './fate-chips.tsx'

interface ImportResultProps {
  members: Import
  state: Extract<ImportState, { step: 'result' }>
  onEmail: () => void
}

/** What became of the rows, and a file of those that were not invited. */
export function ImportResult({ members, state: { rows, answers, isLimited }, onEmail }: ImportResultProps) {
  const fates = rows.map((row) => fateOf(row, answers))
  const others = leftOut(rows, answers)
  const invited = rows.length - others.length
  return (
    <>
      <Banner className={styles.result} tone={isLimited ? 'warn' : invited > 0 ? 'success' : 'info'}>
        {resultText(invited, isLimited)}
      </Banner>
      <FateChips fates={fates} are="done" />
      <div className={styles.actions}>
        {others.length > 0 && (
          <ExportButton
            label="Save the rows not invited"
            fileName={`not-invited-${new Date(serverNow()).toISOString().slice(0, 10)}`}
            load={async () => ({ columns: leftOutColumns, rows: others })}
          />
        )}
        <Button variant="line" size="sm" onClick={onEmail}>
          See the invitations
        </Button>
        <Button size="sm" onClick={members.restart}>
          Import another file
        </Button>
      </div>
    </>
  )
}
