import pg from 'pg'
import { inject, vi } from 'vitest'
import { cloneTemplate, databaseTarget } from '../../../../test-support/database.ts'
import type { Clock } from '../../../src/cron/clock.ts'
import { type Cron, startCron } from '../../../src/cron/service.ts'
import { openDatabase } from '../../../src/db/database.ts'
import { createLogger } from '../../../src/kernel/logger.ts'

/** A clock that stands still until a test moves it. */
export interface TestClock extends Clock {
  /** Moves to a time, and makes the calls that are due on the way, in order. */
  moveTo(time: string): void
  /** Sets the time, as a time server does: what was to be called in a minute still is. */
  correctTo(time: string): void
}

export function testClock(start: string): TestClock {
  let now = Date.parse(start)
  let waiting: { at: number; call: () => void }[] = []
  return {
    now: () => now,
    after(ms, call) {
      const entry = { at: now + ms, call }
      waiting.push(entry)
      const drop = () => {
        waiting = waiting.filter((one) => one !== entry)
      }
      // What is due already is called although the clock stands still, as with a real timer.
      if (ms <= 0)
        setImmediate(() => {
          if (!waiting.includes(entry)) return
          drop()
          call()
        })
      return drop
    },
    moveTo(time) {
      const end = Date.parse(time)
      for (;;) {
        const [first] = waiting.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)
        if (!first) break
        waiting = waiting.filter((one) => one !== first)
        now = Math.max(now, first.at)
        first.call()
      }
      now = end
    },
    correctTo(time) {
      const change = Date.parse(time) - now
      now += change
      for (const entry of waiting) entry.at += change
    },
  }
}

/** Waits for what the server does in its own time. */
export const eventually = (check: () => unknown) => vi.waitFor(check, { timeout: 20_000 })

export interface CronClub {
  /** As the superuser. */
  query<R extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<R[]>
  /** As the migrator, to which the domain's jobs belong. */
  migrator: pg.Client
  /** A further connection of a role. */
  connect(user: string): Promise<pg.Client>
  /** The part of an engine that runs jobs; resolves when those are done that are due at once, unless `settles` is false. */
  start(clock: Clock, options?: { timeoutMs?: number; settles?: boolean }): Promise<Cron>
  /** Commands and states of all runs, oldest first. */
  runs(): Promise<{ command: string; status: string; message: string }[]>
  close(): Promise<void>
}

/** A database without jobs, and without an engine. */
export async function openCronClub(): Promise<CronClub> {
  const { database, drop } = await cloneTemplate(inject('socketDirectory'))
  const target = databaseTarget(inject('socketDirectory'), database)
  const ends: (() => Promise<void>)[] = []
  const connect = async (user: string) => {
    const client = new pg.Client(target.as(user))
    client.on('error', () => {})
    await client.connect()
    ends.push(() => client.end())
    return client
  }
  const owner = await connect('supabase_admin')
  await owner.query('delete from cron.job')
  const log = createLogger('silent')
  return {
    query: async (text, values) => (await owner.query(text, values)).rows,
    migrator: await connect('migrator'),
    connect,
    async start(clock, { timeoutMs = 60_000, settles = true } = {}) {
      const db = await openDatabase(target, log, {
        statementsPerCaller: 2,
        waitingPerCaller: 9,
        realtimeConnections: 1,
      })
      const cron = await startCron({ db, target, timeoutMs, log, clock })
      if (!cron) throw new Error('the jobs are not the engine’s')
      let isClosed = false
      const close = async () => {
        if (isClosed) return
        isClosed = true
        await cron.close()
        await db.close()
      }
      ends.push(close)
      if (settles) await cron.settled()
      return { ...cron, close }
    },
    async runs() {
      const { rows } = await owner.query(
        'select command, status, return_message as message from cron.job_run_details order by runid',
      )
      return rows
    },
    async close() {
      // A clock that stands still ends no command that hangs.
      await owner.query(`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and query ~ 'pg_sleep' and pid <> pg_backend_pid()`)
      for (const end of ends.reverse()) await end()
      await drop()
    },
  }
}
