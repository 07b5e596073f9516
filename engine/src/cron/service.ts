import type { Database } from '../db/port.ts'
import type { DatabaseTarget } from '../db/target.ts'
import type { Metrics } from '../http/metrics.ts'
import type { Logger } from '../kernel/logger.ts'
import { type Clock, systemClock } from './clock.ts'
import { createLeadership } from './leader.ts'
import { openRunSession } from './run-command.ts'
import { type Runner, startRunner } from './runner.ts'
import { createCronStore } from './store.ts'

export interface CronParts {
  db: Pick<Database, 'query' | 'transaction' | 'listen'>
  target: DatabaseTarget
  /** How long a statement of a job may take. */
  timeoutMs: number
  log: Logger
  metrics?: Pick<Metrics, 'gauge'>
  clock?: Clock
}

export interface Cron extends Pick<Runner, 'settled' | 'load'> {
  close(): Promise<void>
}

/**
 * Runs the jobs of the schema `cron`, in UTC. Several engines may do so: one runs the jobs, another takes over within
 * seconds when it ends.
 * @returns undefined where the extension pg_cron runs them.
 */
export async function startCron({
  db,
  target,
  timeoutMs,
  log,
  metrics,
  clock = systemClock,
}: CronParts): Promise<Cron | undefined> {
  const store = createCronStore(db)
  if (!(await store.isOurs())) {
    log.info({}, 'pg_cron runs the scheduled jobs')
    return undefined
  }
  const runner = startRunner({
    store,
    leadership: createLeadership(target.owner, log),
    open: (settings) => openRunSession(target, settings),
    timeoutMs,
    clock,
    log,
  })
  const stopListening = await db.listen('cron_changed', runner.reload, runner.reload)
  metrics?.gauge(
    'bankside_cron',
    'Scheduled jobs: known, running and ended ones, and whether this engine runs them.',
    'of',
    () => ({
      ...runner.load(),
    }),
  )
  return {
    settled: runner.settled,
    load: runner.load,
    async close() {
      await stopListening()
      await runner.close()
    },
  }
}
