import Download from 'lucide-react/icons/download'
import { useRef, useState } from 'react'
import type { CsvColumn } from '../../lib/csv.ts'
import type { FailedAction } from '../../lib/failure-text.ts'
import { saveFile } from '../../lib/save-file.ts'
import { ErrorBanner } from '../feedback/error-banner.tsx'
import { Button } from '../ui/button.tsx'
import * as styles from './export-button.module.css'

export interface ExportButtonProps<Row> {
  label: string
  /** Without the extension: `users-2026-11-21`. */
  fileName: string
  /** All rows, not only the current page. */
  load: () => Promise<{ columns: readonly CsvColumn<Row>[]; rows: readonly Row[] }>
  failure?: FailedAction
}

/** Saves a whole list as a CSV file. */
export function ExportButton<Row>({ label, fileName, load, failure = 'loadData' }: ExportButtonProps<Row>) {
  const running = useRef(false)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()

  const run = async () => {
    if (running.current) return
    running.current = true
    setBusy(true)
    setError(undefined)
    try {
      const [{ toCsv }, { columns, rows }] = await Promise.all([import('../../lib/csv.ts'), load()])
      saveFile(`${fileName}.csv`, toCsv(rows, columns), 'text/csv;charset=utf-8')
    } catch (cause) {
      setError(cause)
    } finally {
      running.current = false
      setBusy(false)
    }
  }

  return (
    <>
      <Button
        variant="line"
        size="sm"
        busy={busy}
        busyText="Exporting..."
        icon={<Download className="icon" aria-hidden="true" />}
        onClick={run}
      >
        {label}
      </Button>
      {error !== undefined && (
        <ErrorBanner
          className={styles.failure}
          action={failure}
          error={error}
          onRetry={run}
          onDismiss={() => setError(undefined)}
        />
      )}
    </>
  )
}
