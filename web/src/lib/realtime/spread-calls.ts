export interface SpreadOptions {
  /** At least this many milliseconds lie between the starts of two calls. */
  gapMs: number
  /** Every call waits up to this many milliseconds more, by chance, so that browsers do not all ask at once. */
  jitterMs: number
  /** After a call comes a rest that is so many times as long as the call took: whoever answers slowly is asked less. */
  restFactor: number
  /** No rest is longer, and no call is waited for any longer. */
  longestMs: number
}

/** A call that may be asked for at any rate. */
export interface SpreadCall {
  /** Asks for a call; the last ask is always followed by one. */
  ask(): void
  /** The same without the rest: for somebody who has come to look. */
  askSoon(): void
  /** Forgets what was asked. */
  cancel(): void
}

/**
 * Merges asks into calls that keep their distance, one at a time.
 * @param call may return a promise of its end; what it rejects with is the caller's own business.
 */
export function spreadCalls(
  call: () => unknown,
  { gapMs, jitterMs, restFactor, longestMs }: SpreadOptions,
): SpreadCall {
  let timer: ReturnType<typeof setTimeout> | undefined
  let startedAt = Number.NEGATIVE_INFINITY
  let restUntil = Number.NEGATIVE_INFINITY
  /** Ends the call under way; undefined while there is none. */
  let over: (() => void) | undefined
  let asked: 'no' | 'yes' | 'soon' = 'no'

  const plan = () => {
    if (over !== undefined || asked === 'no') return
    const earliest = Math.max(startedAt + gapMs, asked === 'soon' ? Number.NEGATIVE_INFINITY : restUntil)
    clearTimeout(timer)
    timer = setTimeout(start, Math.max(0, earliest - Date.now()) + Math.random() * jitterMs)
  }
  const start = () => {
    asked = 'no'
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
    ask() {
      if (asked !== 'no') return
      asked = 'yes'
      plan()
    },
    askSoon() {
      if (asked === 'soon') return
      asked = 'soon'
      plan()
    },
    cancel() {
      clearTimeout(timer)
      over = undefined
      asked = 'no'
    },
  }
}
