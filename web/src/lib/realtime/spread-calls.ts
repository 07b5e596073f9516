export interface SpreadOptions {
  /** At least this many milliseconds lie between the starts of two calls. */
  gapMs: number
  /** Every call waits up to this many milliseconds more, by chance, so that browsers do not all ask at once. */
  jitterMs: number
}

/** A call that may be asked for at any rate. */
export interface SpreadCall {
  /** Asks for a call; the last ask is always followed by one. */
  ask(): void
  /** Forgets what was asked. */
  cancel(): void
}

/** Merges asks into calls that keep their distance. */
export function spreadCalls(call: () => void, { gapMs, jitterMs }: SpreadOptions): SpreadCall {
  let timer: ReturnType<typeof setTimeout> | undefined
  let last = Number.NEGATIVE_INFINITY
  return {
    ask() {
      if (timer !== undefined) return
      const wait = Math.max(0, last + gapMs - Date.now()) + Math.random() * jitterMs
      timer = setTimeout(() => {
        timer = undefined
        last = Date.now()
        call()
      }, wait)
    },
    cancel() {
      clearTimeout(timer)
      timer = undefined
    },
  }
}
