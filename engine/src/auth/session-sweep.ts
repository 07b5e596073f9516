import type { Logger } from '../kernel/logger.ts'
import type { AuthSettings } from './settings.ts'
import type { AuthStore } from './store.ts'

const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS

type SweptStore = Pick<
  AuthStore,
  | 'transaction'
  | 'deleteEndedSessions'
  | 'deleteOldCodes'
  | 'deleteOldFlowStates'
  | 'deleteOldFactorSteps'
  | 'deleteOldLimits'
>

/**
 * Deletes every hour what is no longer needed: sessions that ended more than a day ago, accounts that were never
 * confirmed, codes, exchanges of codes whose link was not opened in time, used codes of authenticator apps, and counters of
 * guesses.
 */
export function startSessionSweep(
  store: SweptStore,
  { unconfirmedDays }: Pick<AuthSettings, 'unconfirmedDays'>,
  clock: () => Date,
  log: Logger,
): { stop(): void } {
  const timer = setInterval(() => {
    const now = clock().getTime()
    store
      .deleteEndedSessions(new Date(now - DAY_MS), new Date(now - 31 * DAY_MS))
      .then((deleted) => deleted > 0 && log.debug({ deleted }, 'ended sessions deleted'))
      .catch((error: unknown) => log.warn({ error }, 'deleting ended sessions failed'))
    deleteUnconfirmed(store, new Date(now - unconfirmedDays * DAY_MS), new Date(now))
      .then((deleted) => deleted > 0 && log.info({ deleted }, 'deleted accounts that were never confirmed'))
      .catch((error: unknown) => log.warn({ error }, 'deleting accounts that were never confirmed failed'))
    Promise.all([
      store.deleteOldCodes(new Date(now - HOUR_MS)),
      store.deleteOldFlowStates(new Date(now - 2 * DAY_MS)),
      store.deleteOldFactorSteps(new Date(now - DAY_MS)),
      store.deleteOldLimits(),
    ]).catch((error: unknown) => log.warn({ error }, 'deleting old codes failed'))
  }, HOUR_MS)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}

/** In batches that are committed one by one: the next hour finds what a crash leaves. */
async function deleteUnconfirmed(store: Pick<AuthStore, 'transaction'>, mailedBefore: Date, now: Date) {
  let total = 0
  for (;;) {
    const deleted = await store.transaction((tx) => tx.deleteUnconfirmed(mailedBefore, now))
    total += deleted
    if (deleted === 0) return total
  }
}
