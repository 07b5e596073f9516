import { ForksPoolWorker, type PoolOptions, type WorkerRequest } from 'vitest/node'

type Listener = (message: unknown) => void

/**
 * The process in which one examiner runs its tests. Vitest ends a worker after each run and starts another; this one is
 * kept, because loading the engine again takes longer than most tests that kill a mutant.
 */
export class WarmProcess {
  private fork: ForksPoolWorker | undefined
  /** Called with each answer that Vitest's worker would have given. */
  private readonly listeners = new Set<Listener>()

  /** For Vitest's option `pool`. */
  pool() {
    return { name: 'warm', createPoolWorker: (options: PoolOptions) => this.worker(options) }
  }

  /** Ends the process; the next run starts another. */
  async end(): Promise<void> {
    const fork = this.fork
    this.fork = undefined
    await fork?.stop()
  }

  private worker(options: PoolOptions) {
    const started = this.fork !== undefined
    const fork = this.fork ?? new ForksPoolWorker(options)
    this.fork = fork
    const answer = (type: 'started' | 'stopped') =>
      queueMicrotask(() => {
        for (const listener of this.listeners) listener({ type, __vitest_worker_response__: true })
      })
    const mine = new Map<string, Set<Listener>>()
    return {
      name: 'warm',
      cacheFs: true,
      on: (event: string, listener: Listener) => {
        if (event === 'message') this.listeners.add(listener)
        mine.set(event, (mine.get(event) ?? new Set()).add(listener))
        fork.on(event, listener)
      },
      off: (event: string, listener: Listener) => {
        this.listeners.delete(listener)
        fork.off(event, listener)
      },
      send: (message: WorkerRequest) => {
        if (message.type === 'start' && started) answer('started')
        else if (message.type === 'stop') answer('stopped')
        else fork.send(message.type === 'run' ? withFreshFiles(message) : message)
      },
      start: async () => {
        if (!started) await fork.start()
      },
      stop: async () => {
        for (const [event, listeners] of mine)
          for (const listener of listeners) {
            this.listeners.delete(listener)
            if (fork === this.fork) fork.off(event, listener)
          }
      },
      deserialize: (data: unknown) => data,
    }
  }
}

/** A test file that has run in this process before is evaluated again. */
const withFreshFiles = (message: Extract<WorkerRequest, { type: 'run' }>) => ({
  ...message,
  context: { ...message.context, invalidates: message.context.files.map(({ filepath }) => filepath) },
})
