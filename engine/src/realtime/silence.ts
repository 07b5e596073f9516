import type { Connection } from './connection.ts'
import { CLOSE, REALTIME_LIMITS } from './limits.ts'

/**
 * Closes connections that have sent nothing for too long, whatever is done to the wall clock meanwhile.
 * @returns a function that stops the checks.
 */
export function endSilent(connections: Iterable<Pick<Connection, 'lastHeardAt' | 'close'>>): () => void {
  const timer = setInterval(() => {
    const now = performance.now()
    for (const connection of connections)
      if (now - connection.lastHeardAt > REALTIME_LIMITS.silenceMs) connection.close(CLOSE.policy, 'no heartbeat')
  }, REALTIME_LIMITS.silenceMs / 12)
  timer.unref()
  return () => clearInterval(timer)
}
