import { FunctionError } from './errors.ts'
import { threadErrors } from './thread-errors.ts'

/** Places of calls that run at the same time, and the queue for them. */
export interface Places {
  /** @throws {FunctionError} `TOO_MANY_CALLS` when the queue is full. */
  refuseFull(): void
  /**
   * Takes a place, or waits for one in the order of arrival.
   * @param signal leaves the queue, with its reason if that is a refusal.
   * @returns gives the place to the next one; calling it again does nothing.
   * @throws {FunctionError} `TOO_MANY_CALLS` when the queue is full, `ABORTED` when the caller is gone.
   */
  take(signal: AbortSignal): Promise<() => void>
  load(): { running: number; waiting: number }
}

export function createPlaces(limits: { running: number; waiting: number }): Places {
  const turns: (() => void)[] = []
  let running = 0

  const refuseFull = () => {
    if (running >= limits.running && turns.length >= limits.waiting) throw threadErrors.busy()
  }
  const wait = (signal: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      const leave = () => {
        turns.splice(turns.indexOf(enter), 1)
        reject(reasonOf(signal))
      }
      const enter = () => {
        signal.removeEventListener('abort', leave)
        resolve()
      }
      turns.push(enter)
      signal.addEventListener('abort', leave, { once: true })
    })
  const release = () => {
    const next = turns.shift()
    if (next) next()
    else running -= 1
  }

  return {
    refuseFull,
    async take(signal) {
      if (signal.aborted) throw reasonOf(signal)
      refuseFull()
      if (running < limits.running) running += 1
      else await wait(signal)
      let isTaken = true
      return () => {
        if (isTaken) release()
        isTaken = false
      }
    },
    load: () => ({ running, waiting: turns.length }),
  }
}

function reasonOf({ reason }: AbortSignal): FunctionError {
  return reason instanceof FunctionError ? reason : threadErrors.aborted()
}
