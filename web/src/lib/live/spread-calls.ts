export interface SpreadOptions {
  /** Minimum interval between the starts of two calls, in milliseconds. */
  gapMs: number
  /** Every call is delayed by up to this many milliseconds, at random, so that browsers do not all ask at once. */
  jitterMs: number
  /** The rest after a call, as a multiple of its duration: a slow server gets fewer requests. */
  restFactor: number
  /** Maximum rest, and the longest time that a call is waited for, in milliseconds. */
  longestMs: number
}

/** A call that may be requested at any rate. */
export interface SpreadCall {
  /**
   * Requests a call; the last request is always followed by one.
   * @param jitterMs replaces the usual random delay of this call.
   */
  request(jitterMs?: number): void
  /** The same without the rest: for a reader who has just returned to the page. */
  requestSoon(): void
  /** Cancels requested calls. */
  cancel(): void
}

/**
 * Merges requests into calls at intervals, one at a time.
 * @param call may return a promise that settles when it ends; its rejection is ignored.
 */
export function spreadCalls(
  call: () => unknown,
  { gapMs, jitterMs, restFactor, longestMs }: SpreadOptions,
): SpreadCall {
  let timer: ReturnType<typeof setTimeout> | undefined
  let startedAt = Number.NEGATIVE_INFINITY
  let restUntil = Number.NEGATIVE_INFINITY
  /** Ends the running call; undefined while there is none. */
  let over: (() => void) | undefined
  let requested: 'no' | 'yes' | 'soon' = 'no'
  let delay = jitterMs

  const plan = () => {
    if (over !== undefined || requested === 'no') return
    const earliest = Math.max(startedAt + gapMs, requested === 'soon' ? Number.NEGATIVE_INFINITY : restUntil)
    clearTimeout(timer)
    timer = setTimeout(start, Math.max(0, earliest - Date.now()) + Math.random() * delay)
  }
  const start = () => {
    requested = 'no'
    startedAt = Date.now()
    const end = () => {
      if (over !== end) return
      over = undefined
      clearTimeout(timer)
      restUntil = Date.now() + Math.min(restFactor * (Date.now() - startedAt), longestMs)
      plan()
    }
    over = end
    timer = setTimeout(end, longestMs)
    new Promise((resolve) => resolve(call())).then(end, end)
  }
  return {
    request(jitter = jitterMs) {
      if (requested !== 'no') return
      requested = 'yes'
      delay = jitter
      plan()
    },
    requestSoon() {
      if (requested === 'soon') return
      requested = 'soon'
      delay = jitterMs
      plan()
    },
    cancel() {
      clearTimeout(timer)
      over = undefined
      requested = 'no'
    },
  }
}
