import { useRef, useState } from 'react'
import type { CsvColumn } from '../../lib/csv.ts'
import { saveFile } from '../../lib/save-file.ts'

/** All rows, not only the current page. */
export type LoadExport<Row> = () => Promise<{ columns: readonly CsvColumn<Row>[]; rows: readonly Row[] }>

export interface Export {
  /** Does nothing while it is running. Resolves to the number of saved rows, or to why there is no file. */
  run: () => Promise<{ rows: number } | { error: unknown } | undefined>
  busy: boolean
  /** Why the last one failed. */
  error: unknown
  dismiss: () => void
}

/**
 * Saves rows as a CSV file.
 * @param fileName without the extension: `users-2026-11-21`.
 */
export function useExport<Row>(fileName: string, load: LoadExport<Row>): Export {
  const running = useRef(false)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()

  const run = async () => {
    if (running.current) return undefined
    running.current = true
    setBusy(true)
    setError(undefined)
    try {
      const [{ toCsv }, { columns, rows }] = await Promise.all([import('../../lib/csv.ts'), load()])
      saveFile(`${fileName}.csv`, toCsv(rows, columns), 'text/csv;charset=utf-8')
      return { rows: rows.length }
    } catch (cause) {
      setError(cause)
      return { error: cause }
    } finally {
      running.current = false
      setBusy(false)
    }
  }
  return { run, busy, error, dismiss: () => setError(undefined) }
}
