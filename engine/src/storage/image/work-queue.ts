import { storageErrors } from '../errors.ts'

/**
 * Runs a few jobs at once, queues some, and refuses the rest: decoding is the most expensive work of the service.
 */
export class WorkQueue {
  readonly #workers: number
  readonly #places: number
  readonly #waiting: (() => void)[] = []
  #running = 0

  /**
   * @param workers jobs at once.
   * @param places jobs that may wait.
   */
  constructor(workers: number, places: number) {
    this.#workers = workers
    this.#places = places
  }

  /**
   * Runs the job when its turn comes.
   * @throws {StorageError} 429 when all places are taken.
   */
  async run<T>(job: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#workers) {
      if (this.#waiting.length >= this.#places) throw storageErrors.slowDown('Too many images at once: try again soon')
      // The finished job passes its place on, so `#running` does not change.
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    } else this.#running += 1
    try {
      return await job()
    } finally {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#running -= 1
    }
  }
}
