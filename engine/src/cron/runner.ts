import { messageOf } from '../kernel/errors.ts'
import type { Logger } from '../kernel/logger.ts'
import type { Clock } from './clock.ts'
import type { Leadership } from './leader.ts'
import { type RunOutcome, runJob, type Work } from './run-job.ts'
import { parseSchedule, type Schedule } from './schedule.ts'
import type { CronStore, Job } from './store.ts'

export interface RunnerParts extends Work {
  store: CronStore
  leadership: Leadership
  clock: Clock
  log: Pick<Logger, 'info' | 'warn'>
}

/** Numbers for the metrics. */
export interface CronLoad {
  /** 1 on the engine that runs the jobs. */
  leading: number
  jobs: number
  running: number
  succeeded: number
  failed: number
}

export interface Runner {
  /** Reads the jobs again. */
  reload(): void
  load(): CronLoad
  /** Resolves when nothing is running and nothing is left to do at this time. */
  settled(): Promise<void>
  /** Waits two seconds for runs, then ends them; the next engine runs them again, once. */
  close(): Promise<void>
}

/** Concurrent runs: a job that hangs takes the place of one of them. */
export const MOST_RUNS = 8
/** An engine without the right to run jobs asks for it this often. */
const STANDBY_MS = 2_000
const RETRY_MS = 1_000
/** Jobs are read again at least this often. */
const REFRESH_MS = 60_000
const PRUNE_MS = 3_600_000
const CLOSING_MS = 2_000

interface Planned {
  job: Job
  schedule: Schedule
  /** The job cannot begin before: its last attempt found another engine's run, or no database. */
  notBefore: number
}

/** Runs the jobs of `cron.job` when they are due, on one of several engines. */
export function startRunner({ store, leadership, clock, log, ...work }: RunnerParts): Runner {
  let planned = new Map<string, Planned>()
  /** Due jobs in the order of their times. */
  let queue: Planned[] = []
  const runs = new Map<string, Promise<void>>()
  const ends = { succeeded: 0, failed: 0 }
  const closing = new AbortController()
  let looking: Promise<void> | undefined
  let isStale = true
  let isLeader = false
  let again = false
  let failures = 0
  let prunedAt = Number.NEGATIVE_INFINITY
  let readAt = Number.NEGATIVE_INFINITY
  let disarm = () => {}
  let armedFor = Number.POSITIVE_INFINITY

  const armAt = (time: number) => {
    if (time >= armedFor || closing.signal.aborted) return
    disarm()
    armedFor = time
    disarm = clock.after(Math.max(0, time - clock.now()), () => {
      armedFor = Number.POSITIVE_INFINITY
      wake()
    })
  }

  const wake = () => {
    if (closing.signal.aborted) return
    if (looking) {
      again = true
      return
    }
    looking = look().finally(() => {
      looking = undefined
      if (!again) return
      again = false
      wake()
    })
  }

  const look = async () => {
    try {
      if (await lead()) {
        // Also when the clock was set back.
        if (isStale || Math.abs(clock.now() - readAt) >= REFRESH_MS) await readJobs()
        enqueue()
        startQueued()
        await prune()
      }
      failures = 0
    } catch (error) {
      isStale = true
      if (failures++ === 0) log.warn({ reason: messageOf(error) }, 'scheduled jobs could not be read; trying again')
      armAt(clock.now() + RETRY_MS)
    }
  }

  const lead = async (): Promise<boolean> => {
    const wasLeader = isLeader
    isLeader = await leadership.hold()
    if (!isLeader) {
      planned = new Map()
      queue = []
      armAt(clock.now() + STANDBY_MS)
    } else if (!wasLeader) {
      isStale = true
      if (runs.size === 0) await store.endInterrupted(clock.now())
      log.info({}, 'this engine runs the scheduled jobs')
    }
    return isLeader
  }

  const readJobs = async () => {
    isStale = false
    readAt = clock.now()
    const rows = await store.jobs()
    const known = planned
    const fresh: Planned[] = []
    // Thousands of jobs may have the same few schedules.
    const schedules = new Map([...known.values()].map(({ job, schedule }) => [job.schedule, schedule]))
    planned = new Map()
    for (const { planned: plannedAs, due, ...row } of rows) {
      const before = known.get(row.id)
      const schedule = schedules.get(row.schedule) ?? readSchedule(row)
      if (!schedule) continue
      schedules.set(row.schedule, schedule)
      const entry: Planned = {
        job: { ...row, due: due === null ? undefined : Math.round(due) },
        schedule,
        notBefore: before?.notBefore ?? 0,
      }
      const next = schedule.next(new Date(clock.now()))?.getTime()
      // A due time after the next one was planned by a clock that was ahead, this engine's or another's.
      if (plannedAs !== row.schedule || (due !== null && next !== undefined && Math.round(due) > next)) {
        entry.job.due = next
        fresh.push(entry)
      }
      planned.set(row.id, entry)
    }
    if (fresh.length > 0) await store.plan(fresh.map(({ job }) => job))
  }

  /** The table refuses invalid schedules, but a superuser can switch its triggers off. */
  const readSchedule = ({ id, schedule }: Pick<Job, 'id' | 'schedule'>): Schedule | undefined => {
    try {
      return parseSchedule(schedule)
    } catch {
      log.warn({ job: id, schedule }, 'the schedule of a job cannot be read')
      return undefined
    }
  }

  const enqueue = () => {
    const now = clock.now()
    let next = now + REFRESH_MS
    queue = []
    for (const entry of planned.values()) {
      const { job, notBefore } = entry
      if (job.due === undefined || runs.has(job.id)) continue
      const time = Math.max(job.due, Math.min(notBefore, now + RETRY_MS))
      if (time <= now) queue.push(entry)
      else next = Math.min(next, time)
    }
    queue.sort((a, b) => (b.job.due ?? 0) - (a.job.due ?? 0))
    armAt(next)
  }

  const startQueued = () => {
    while (runs.size < MOST_RUNS && !closing.signal.aborted) {
      const entry = queue.pop()
      if (!entry) return
      if (planned.get(entry.job.id) === entry && !runs.has(entry.job.id)) runs.set(entry.job.id, start(entry))
    }
  }

  const start = async (entry: Planned) => {
    const { job, schedule } = entry
    const outcome = await runJob({ store, clock, ...work, closing: closing.signal }, job, schedule).catch(
      (error): RunOutcome => {
        log.warn({ job: job.id, reason: messageOf(error) }, 'a scheduled job could not be begun; trying again')
        return 'later'
      },
    )
    runs.delete(job.id)
    if (outcome === 'later') entry.notBefore = clock.now() + RETRY_MS
    else if (outcome === 'stale') isStale = true
    else {
      ends[outcome.status] += 1
      if (outcome.status === 'failed') log.warn({ job: job.id, reason: outcome.message }, 'a scheduled job failed')
      entry.job = { ...job, due: outcome.next, begun: 0 }
    }
    if (outcome === 'stale') wake()
    const current = planned.get(job.id)
    if (current?.job.due !== undefined) armAt(Math.max(current.job.due, current.notBefore))
    startQueued()
  }

  const prune = async () => {
    if (Math.abs(clock.now() - prunedAt) < PRUNE_MS) return
    prunedAt = clock.now()
    await store.prune(prunedAt)
  }

  wake()
  return {
    reload() {
      isStale = true
      wake()
    },
    load: () => ({ leading: isLeader ? 1 : 0, jobs: planned.size, running: runs.size, ...ends }),
    async settled() {
      while (looking || runs.size > 0) await Promise.all([looking, ...runs.values()])
    },
    async close() {
      disarm()
      const left = [...runs.values()]
      if (left.length > 0) await inTime(Promise.all(left), clock)
      closing.abort()
      disarm()
      await looking
      await Promise.all(runs.values())
      await leadership.release()
    },
  }
}

async function inTime(work: Promise<unknown>, clock: Clock): Promise<void> {
  await new Promise<void>((resolve) => {
    const stop = clock.after(CLOSING_MS, resolve)
    void work.finally(() => {
      stop()
      resolve()
    })
  })
}
