import type { Logger } from '../kernel/logger.ts'
import type { AuthStore } from './store.ts'

const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS

/** Deletes hourly what nobody comes back for: sessions that ended more than a day ago,
 * codes, and exchanges of codes whose link was not opened in time. */
export function startSessionSweep(
  store: Pick<AuthStore, 'deleteEndedSessions' | 'deleteOldCodes' | 'deleteOldFlowStates'>,
  clock: () => Date,
  log: Logger,
): { stop(): void } {
  const timer = setInterval(() => {
    const now = clock().getTime()
    store
      .deleteEndedSessions(new Date(now - DAY_MS), new Date(now - 31 * DAY_MS))
      .then((deleted) => deleted > 0 && log.debug({ deleted }, 'ended sessions deleted'))
      .catch((error: unknown) => log.warn({ error }, 'deleting ended sessions failed'))
    Promise.all([
      store.deleteOldCodes(new Date(now - HOUR_MS)),
      store.deleteOldFlowStates(new Date(now - 2 * DAY_MS)),
    ]).catch((error: unknown) => log.warn({ error }, 'deleting old codes failed'))
  }, HOUR_MS)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}
