import { NotAuthenticated } from '../not-authenticated.ts'
import { Refused } from '../refused.ts'
import { StaleError } from '../stale-error.ts'

/**
 * The outcome of a failed write.
 * - `stale`: the row had been changed in the meantime; nothing was written.
 * - `refused`: the service refused; nothing was written.
 * - `unsent`: the browser was offline when the request was to be sent.
 * - `unknown`: sent, but no answer arrived. It may have been written: only the same request ID makes a retry safe.
 */
export type Outcome = 'stale' | 'refused' | 'unsent' | 'unknown'

/** @param online whether the browser had a network when the request was made. */
export function outcomeOf(error: unknown, online: boolean): Outcome {
  if (error instanceof StaleError) return 'stale'
  if (error instanceof NotAuthenticated || error instanceof Refused || isAnswer(error)) return 'refused'
  return online ? 'unknown' : 'unsent'
}

// SQLSTATEs of a broken connection, and of a server that is full, shutting down or failing.
const INTERRUPTED = /^(08|53|57P|XX)/

/** Whether an error is a decision of the service. The client sets the code to '' when it received no answer. */
function isAnswer(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  if ('status' in error && typeof error.status === 'number') return error.status >= 400 && error.status < 500
  if (!('code' in error) || typeof error.code !== 'string') return false
  return error.code !== '' && !INTERRUPTED.test(error.code) && !error.code.startsWith('PGRST0')
}
