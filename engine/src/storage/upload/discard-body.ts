import type { IncomingMessage } from 'node:http'

const MAX_BYTES = 32 * 1024 * 1024
const MAX_MS = 5_000

/**
 * Reads and drops the rest of a refused upload, within limits. A browser that is still sending when the
 * connection closes shows a network error instead of our reply.
 */
export async function discardBody(raw: IncomingMessage): Promise<void> {
  if (raw.complete || raw.destroyed) {
    raw.resume()
    return
  }
  await new Promise<void>((resolve) => {
    let left = MAX_BYTES
    const done = () => {
      clearTimeout(timer)
      raw.off('data', onData).off('end', done).off('close', done)
      resolve()
    }
    const timer = setTimeout(done, MAX_MS)
    const onData = (chunk: Buffer) => {
      left -= chunk.length
      if (left < 0) done()
    }
    raw.on('data', onData).on('end', done).on('close', done)
    raw.resume()
  })
}
