import type { Database } from '../db/port.ts'
import { codeOf, messageOf } from '../kernel/errors.ts'
import type { Logger } from '../kernel/logger.ts'

export interface FlusherOptions {
  /** Whether there is a subscriber to a private topic on this engine. */
  isHeard(): boolean
  log: Logger
}

export interface Flusher {
  /** Stops, after the flush that runs: two seconds at most, because the notes stay in the database. */
  close(): Promise<void>
}

/** How often to look for notes of other programs (psql, scheduled jobs) while there are subscribers, … */
const HEARD_MS = 250
/** … and while there are none, so that notes do not accumulate. */
const UNHEARD_MS = 5_000
/** Under load, flushes begin at most this often; on a quiet site the first one begins at once. */
const SPACING_MS = 20
const LONGEST_PAUSE_MS = 5_000
const CLOSING_MS = 2_000
/** `undefined_function`, `invalid_schema_name`: a database without Bankside's migrations. */
const MISSING = ['42883', '3F000']

/**
 * Announces committed changes to open pages by `private.flush_live()` (see supabase/migrations, live topics): after
 * every write of this engine, when the function says that more is due, and on a tick. Several engines may flush: the
 * function lets one at a time work. A failure only delays messages, because the notes stay in the database.
 */
export function startFlusher(db: Pick<Database, 'queryApart' | 'onWrite'>, { isHeard, log }: FlusherOptions): Flusher {
  let running: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  let isWanted = false
  let isClosed = false
  let startedAt = Number.NEGATIVE_INFINITY
  let failures = 0
  const ending = new AbortController()

  const flush = async (): Promise<number> => {
    isWanted = false
    startedAt = performance.now()
    try {
      const [row] = await db.queryApart<{ due: number | null }>('select private.flush_live() as due', ending.signal)
      failures = 0
      return row?.due ?? Number.POSITIVE_INFINITY
    } catch (error) {
      if (MISSING.includes(codeOf(error) ?? '')) {
        log.info({}, 'the database has no live topics: nothing is announced')
        isClosed = true
      } else if (failures++ === 0 && !isClosed)
        log.warn({ reason: messageOf(error) }, 'changes could not be announced; trying again')
      return Number.POSITIVE_INFINITY
    }
  }

  const run = async () => {
    const due = await flush()
    running = undefined
    if (isClosed) return
    if (failures > 0) return plan(Math.min(LONGEST_PAUSE_MS, SPACING_MS * 2 ** failures))
    plan(isWanted ? 0 : Math.min(due, isHeard() ? HEARD_MS : UNHEARD_MS))
  }

  const plan = (ms: number) => {
    clearTimeout(timer)
    const wait = Math.max(ms, startedAt + SPACING_MS - performance.now())
    if (wait <= 0) {
      running = run()
      return
    }
    timer = setTimeout(() => {
      running = run()
    }, wait)
    timer.unref()
  }

  const stopHearing = db.onWrite(() => {
    if (isClosed || isWanted) return
    isWanted = true
    // While attempts fail, the next one has its pause.
    if (!running && failures === 0) plan(0)
  })
  plan(0)
  return {
    async close() {
      isClosed = true
      stopHearing()
      clearTimeout(timer)
      const late = setTimeout(() => ending.abort(), CLOSING_MS)
      await running
      clearTimeout(late)
    },
  }
}
