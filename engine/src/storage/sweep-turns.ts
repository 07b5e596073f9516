import type { Database } from '../db/port.ts'
import type { Logger } from '../kernel/logger.ts'
import { SWEEP_CHANNEL } from './left-files.ts'

const HOUR_MS = 60 * 60 * 1000

export interface SweepWork {
  db: Pick<Database, 'listen'>
  log: Pick<Logger, 'warn'>
  /** A complete sweep. */
  all(): Promise<unknown>
  /** Only what the database announces: files that were left behind. */
  left(): Promise<unknown>
}

/**
 * Sweeps at the start and then hourly, and removes left files as soon as the database announces some. One sweep runs at
 * a time; announcements during a sweep cause one more.
 * @returns a function that stops, after the running sweep.
 */
export async function startSweeping({ db, log, all, left }: SweepWork): Promise<() => Promise<void>> {
  let running = Promise.resolve()
  let announced = false
  let closed = false
  const run = (work: () => Promise<unknown>) => {
    running = running.then(async () => {
      if (!closed) await work().catch((error) => log.warn({ error }, 'sweeping the file store failed'))
    })
  }
  const onAnnouncement = () => {
    if (announced) return
    announced = true
    run(async () => {
      announced = false
      await left()
    })
  }
  // A gap may hide an announcement.
  const stopListening = await db.listen(SWEEP_CHANNEL, onAnnouncement, onAnnouncement)
  run(all)
  const timer = setInterval(() => run(all), HOUR_MS).unref()
  return async () => {
    closed = true
    clearInterval(timer)
    await stopListening()
    await running
  }
}
