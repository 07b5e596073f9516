import { useEffect, useRef, useState } from 'react'
import type { ImportAnswer } from '../../../../contract/src/column-types.ts'
import { useImportMutation } from '../../data/invitations/console-import-mutation.ts'
import { codeOf } from '../../lib/refusal.ts'
import { serverNow } from '../../lib/server-clock.ts'
import { FileRefused } from './file-refused.ts'
import { type Call, callsFor, withAnswers } from './import-calls.ts'
import { type ChosenColumns, columnsSchema, guessColumns } from './import-columns.ts'
import { type ImportRow, importRows } from './import-rows.ts'
import type { Table } from './read-table.ts'

/** A file whose columns are known. */
interface Read {
  table: Table
  chosen: ChosenColumns
  rows: readonly ImportRow[]
}

/** Rows on their way, and what is known of them. */
interface Sending {
  rows: readonly ImportRow[]
  calls: readonly Call[]
  /** How many of the calls were answered. */
  done: number
  /** What became of the sent rows, by their number in the file. */
  answers: ReadonlyMap<number, ImportAnswer>
}

export type ImportState =
  | { step: 'file'; refusal?: string; error?: unknown }
  | { step: 'columns'; table: Table; chosen: ChosenColumns }
  | ({ step: 'preview' } & Read)
  | ({ step: 'sending'; isRunning: boolean; error?: unknown } & Sending)
  | ({ step: 'result'; isLimited: boolean } & Sending)

export type Import = ReturnType<typeof useImport>

/** It may be tomorrow already where the club is; the database decides. */
const AHEAD_MS = 14 * 3_600_000

/**
 * The import of a file of members, step by step. It goes on while another view of the section is open, and ends with the
 * page: the call on its way is then answered for nobody, and the same file can be imported again.
 */
export function useImport() {
  const { mutateAsync } = useImportMutation()
  const [state, setState] = useState<ImportState>({ step: 'file' })
  const [isReading, setReading] = useState(false)
  const underway = useRef(false)
  const halted = useRef(false)
  useEffect(() => {
    halted.current = false
    return () => {
      halted.current = true
    }
  }, [])

  const choose = async (file: Blob) => {
    if (isReading) return
    setReading(true)
    try {
      const { readMembersFile } = await import('./read-table.ts')
      const table = await readMembersFile(file)
      setState({ step: 'columns', table, chosen: guessColumns(table) })
    } catch (error) {
      setState(error instanceof FileRefused ? { step: 'file', refusal: error.message } : { step: 'file', error })
    } finally {
      setReading(false)
    }
  }
  const preview = (table: Table, chosen: ChosenColumns) => {
    const today = new Date(serverNow() + AHEAD_MS).toISOString().slice(0, 10)
    setState({ step: 'preview', table, chosen, rows: importRows(table, columnsSchema.parse(chosen), today) })
  }
  const run = async ({ rows, calls, done, answers }: Sending) => {
    // A second press can come before the next render.
    if (underway.current) return
    underway.current = true
    halted.current = false
    let now: Sending = { rows, calls, done, answers }
    setState({ step: 'sending', isRunning: true, ...now })
    try {
      for (const call of calls.slice(done)) {
        now = withAnswers(now, call, await mutateAsync(call))
        if (halted.current) break
        setState({ step: 'sending', isRunning: true, ...now })
      }
      if (now.done < now.calls.length) setState({ step: 'sending', isRunning: false, ...now })
      else setState({ step: 'result', isLimited: false, ...now })
    } catch (error) {
      if (codeOf(error) === 'PT429') setState({ step: 'result', isLimited: true, ...now })
      else setState({ step: 'sending', isRunning: false, error, ...now })
    } finally {
      underway.current = false
    }
  }

  return {
    state,
    isReading,
    /** Something would be lost with the page. */
    isOpen: state.step !== 'file' && state.step !== 'result',
    choose,
    /** Back to the choice of a file. */
    restart: () => setState({ step: 'file' }),
    preview,
    /** Back to the choice of the columns. */
    reconsider: ({ table, chosen }: Pick<Read, 'table' | 'chosen'>) => setState({ step: 'columns', table, chosen }),
    send: (rows: readonly ImportRow[]) => run({ rows, calls: callsFor(rows), done: 0, answers: new Map() }),
    /** Stops after the call on its way. */
    stop: () => {
      halted.current = true
    },
    /** Goes on after a stop or a failure, with the same requests. */
    resume: run,
    /** Leaves out what has not been sent. */
    finish: ({ rows, calls, done, answers }: Sending) =>
      setState({ step: 'result', isLimited: false, rows, calls, done, answers }),
  }
}
