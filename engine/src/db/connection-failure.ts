import { codeOf } from '../kernel/errors.ts'
import { ConnectionLostError, DatabaseUnreachableError, PoolTimeoutError } from './errors.ts'

const UNREACHABLE = [
  'ECONNREFUSED',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  '57P03',
  '53300',
  // The engine's own password: another engine was started with another secret. No caller can do anything about it.
  '28P01',
]
const LOST = ['ECONNRESET', 'EPIPE', '57P01', '57P02']

/** The error as callers of the port know it; PostgreSQL's errors about a statement pass unchanged. */
export function connectionFailure(error: unknown): Error {
  const code = codeOf(error)
  const { message = String(error) } = error as Error
  if (code !== undefined && UNREACHABLE.includes(code)) return new DatabaseUnreachableError(message, { cause: error })
  if (code !== undefined && LOST.includes(code)) return new ConnectionLostError(message, { cause: error })
  if (/^Connection terminated|not queryable$|Client was closed/.test(message))
    return new ConnectionLostError(message, { cause: error })
  if (/timeout exceeded when trying to connect|pool after calling end/.test(message))
    return new PoolTimeoutError('no database connection became free in time', { cause: error })
  return error instanceof Error ? error : new Error(message)
}
