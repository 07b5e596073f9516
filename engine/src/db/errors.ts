/** The connection ended while a statement was under way: whether it took effect is not known. */
export class ConnectionLostError extends Error {
  override name = 'ConnectionLostError'
}

/** No connection became free within the wait limit. */
export class PoolTimeoutError extends Error {
  override name = 'PoolTimeoutError'
}

/** The database could not be reached at all. */
export class DatabaseUnreachableError extends Error {
  override name = 'DatabaseUnreachableError'
}

/** So many statements of one caller wait already that another one is refused. */
export class CallerBusyError extends Error {
  override name = 'CallerBusyError'
}
