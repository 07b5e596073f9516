/** Time, so that tests can set it. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
  /** Calls back once. @returns a function that prevents the call. */
  after(ms: number, call: () => void): () => void
}

export const systemClock: Clock = {
  now: Date.now,
  after(ms, call) {
    const timer = setTimeout(call, ms)
    timer.unref()
    return () => clearTimeout(timer)
  },
}
