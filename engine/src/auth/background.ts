import type { Logger } from '../kernel/logger.ts'

/** Work that continues after its reply; a failure is logged. */
export interface Background {
  run(what: string, work: () => Promise<void>): void
  /** Resolves when no work is in progress. */
  settled(): Promise<void>
}

export function createBackground(log: Logger): Background {
  const underWay = new Set<Promise<void>>()
  return {
    run: (what, work) => {
      const promise = work()
        .catch((error: unknown) => log.error({ error }, `${what} failed`))
        .finally(() => underWay.delete(promise))
      underWay.add(promise)
    },
    settled: async () => {
      while (underWay.size > 0) await Promise.all(underWay)
    },
  }
}
