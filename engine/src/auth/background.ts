import type { Logger } from '../kernel/logger.ts'

/** Work that goes on after its reply; a failure goes to the log. */
export interface Background {
  run(what: string, work: () => Promise<void>): void
  /** Resolves when nothing is under way any more. */
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
