import { setImmediate as nextTurn } from 'node:timers/promises'

const SLICE_MS = 10
/** Bytes for one reader between two turns; with more, a reader's socket fills up as if its client did not read. */
const SLICE_BYTES = 256 * 1024

/**
 * Cuts long work into slices, so that other work waits for one slice at most.
 * @returns a function to await between steps, with the bytes sent to one reader since the last; it yields seldom.
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
