import Download from 'lucide-react/icons/download'
import type { FailedAction } from '../../lib/failure-text.ts'
import { ErrorBanner } from '../feedback/error-banner.tsx'
import { Button } from '../ui/button.tsx'
import * as styles from './export-button.module.css'
import { HeadLabel, shrinks } from './head-label.tsx'
import { type LoadExport, useExport } from './use-export.ts'

export interface ExportButtonProps<Row> {
  label: string
  /** Without the extension: `users-2026-11-21`. */
  fileName: string
  load: LoadExport<Row>
  failure?: FailedAction
}

/** Saves a whole list as a CSV file. */
export function ExportButton<Row>({ label, fileName, load, failure = 'loadData' }: ExportButtonProps<Row>) {
  const { run, busy, error, dismiss } = useExport(fileName, load)
  return (
    <>
      <Button
        variant="line"
        size="sm"
        busy={busy}
        className={shrinks}
        title={label}
        icon={<Download className="icon" aria-hidden="true" />}
        onClick={() => void run()}
      >
        <HeadLabel>{busy ? 'Exporting...' : label}</HeadLabel>
      </Button>
      {error !== undefined && (
        <ErrorBanner
          className={styles.failure}
          action={failure}
          error={error}
          onRetry={() => void run()}
          onDismiss={dismiss}
        />
      )}
    </>
  )
}
