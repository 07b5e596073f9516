import { format } from 'node:util'
import type { LogLevel } from './protocol.ts'

const LONGEST_LINE = 10_000
const MOST_LINES = 100
const WINDOW_MS = 10_000

/** A console whose lines go to the engine's log: 100 in ten seconds, each of 10,000 characters at most. */
export function createConsole(send: (level: LogLevel, message: string) => void): Partial<Console> {
  let since = Number.NEGATIVE_INFINITY
  let lines = 0
  const at =
    (level: LogLevel) =>
    (...values: unknown[]) => {
      const now = performance.now()
      if (now - since > WINDOW_MS) {
        since = now
        lines = 0
      }
      lines += 1
      if (lines <= MOST_LINES) send(level, format(...values).slice(0, LONGEST_LINE))
      else if (lines === MOST_LINES + 1) send('warn', 'more lines were left out')
    }
  const info = at('info')
  return {
    debug: at('debug'),
    log: info,
    info,
    dir: info,
    table: info,
    trace: info,
    warn: at('warn'),
    error: at('error'),
  }
}
