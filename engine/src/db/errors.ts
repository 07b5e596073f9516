import { codeOf } from '../kernel/errors.ts'

/** The connection was lost while a statement was running: whether it took effect is not known. */
export class ConnectionLostError extends Error {
  override name = 'ConnectionLostError'
}

/** The driver could not read the answer, so the connection was ended: whether the statement took effect is not known. */
export class UnreadableAnswerError extends Error {
  override name = 'UnreadableAnswerError'
}

/** No connection became free within the wait limit. */
export class PoolTimeoutError extends Error {
  override name = 'PoolTimeoutError'
}

/** The database could not be reached, or only a server that cannot run the request: nothing took effect. */
export class DatabaseUnreachableError extends Error {
  override name = 'DatabaseUnreachableError'
}

/** Too many statements of one caller are waiting, so another one is refused. */
export class CallerBusyError extends Error {
  override name = 'CallerBusyError'
}

/** Whether the error means that the connection it came from has ended. */
export function endsConnection(error: unknown): boolean {
  return error instanceof ConnectionLostError || error instanceof UnreadableAnswerError
}

/** True when the database refused the statement; false when the connection was lost or the server is going down. */
export function isRefusal(error: unknown): boolean {
  const code = codeOf(error) ?? ''
  return /^[0-9A-Z]{5}$/.test(code) && !/^(08|53|57P|58|XX)/.test(code)
}
