import { PhotoError } from './photo-error.ts'

/** A request that got no answer, because the line is lost or has come to a standstill. */
export class LineLost extends PhotoError {
  constructor(options?: ErrorOptions) {
    super('network', options)
  }
}

/** How long no byte may move. A mobile line that is merely poor pauses for seconds. */
const MOVE_MS = 30_000
/** How long the answer may take once all bytes have been handed to the line: it sends them, and the photo is redrawn. */
const ANSWER_MS = 60_000

/** Milliseconds before the next attempt, by the number of failures in a row; the last one applies to all further ones. */
const DELAYS = [1_000, 2_000, 4_000, 8_000, 15_000, 30_000]

/** Most attempts to remove what a cancelled upload has left: three minutes. The service removes it after a day. */
const CLEARING_ATTEMPTS = 10

/** Notices a line at a standstill, which a browser reports only after minutes. */
export interface StallWatch {
  /** Something has moved; `isSent` when all bytes have been sent and only the answer is missing. */
  moved: (isSent?: boolean) => void
  end: () => void
}

/** @param onStall called once when nothing has moved for too long. */
export function stallWatch(onStall: () => void): StallWatch {
  let timer: ReturnType<typeof setTimeout> | undefined
  const end = () => clearTimeout(timer)
  const moved = (isSent = false) => {
    end()
    timer = setTimeout(onStall, isSent ? ANSWER_MS : MOVE_MS)
  }
  moved()
  return { moved, end }
}

/**
 * Resolves when another attempt makes sense: when the browser says that it is online again, after a delay that grows with
 * the number of failures, or at once when cancelled. The browser does not notice every line that is back.
 * @param failures in a row, from 1.
 */
export function lineBack(failures: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      clearTimeout(timer)
      removeEventListener('online', go)
      signal?.removeEventListener('abort', go)
      resolve()
    }
    const timer = setTimeout(go, DELAYS[Math.min(failures, DELAYS.length) - 1])
    addEventListener('online', go)
    signal?.addEventListener('abort', go)
    if (signal?.aborted) go()
  })
}

/** Repeats a removal until it gets through, for three minutes at most. Never rejects. */
export async function clearAway(remove: () => Promise<void>): Promise<void> {
  for (let failures = 1; failures <= CLEARING_ATTEMPTS; failures += 1) {
    try {
      return await remove()
    } catch {
      await lineBack(failures)
    }
  }
}
