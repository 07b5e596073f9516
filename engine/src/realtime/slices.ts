import { setImmediate as nextTurn } from 'node:timers/promises'

const SLICE_MS = 10
/** Bytes for one reader between two turns: who reads shall not look like one who does not. */
const SLICE_BYTES = 256 * 1024

/**
 * Cuts long work into slices, so that nothing else waits for more than one of them.
 * @returns to be awaited between steps, with the bytes that one reader got since the last; seldom gives way.
 */
export function createSlices(): (bytes?: number) => Promise<void> | undefined {
  let began = performance.now()
  let sent = 0
  return (bytes = 0) => {
    sent += bytes
    if (sent <= SLICE_BYTES && performance.now() - began <= SLICE_MS) return undefined
    return nextTurn().then(() => {
      began = performance.now()
      sent = 0
    })
  }
}
