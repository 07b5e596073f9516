import { ConnectionLostError, DatabaseUnreachableError, PoolTimeoutError } from '../../db/errors.ts'
import { codeOf, isDomainCode } from '../../kernel/errors.ts'
import { StorageError, storageErrors } from '../errors.ts'

/** A full disk under the files, and a database without space, memory or connections. */
const NO_ROOM = /^(ENOSPC|EDQUOT|53...)$/

/**
 * Turns an error of the database or the disk into a refusal of the service.
 * @returns undefined for an internal error.
 */
export function databaseRefusal(error: unknown): StorageError | undefined {
  if (error instanceof StorageError) return error
  if (error instanceof PoolTimeoutError) return storageErrors.slowDown()
  if (error instanceof ConnectionLostError || error instanceof DatabaseUnreachableError)
    return storageErrors.unavailable()
  const code = codeOf(error)
  if (NO_ROOM.test(code ?? '')) return storageErrors.unavailable()
  if (code === undefined || code.length !== 5) return undefined
  const message = error instanceof Error ? error.message : ''
  switch (code) {
    case '42501':
      // Our own texts (raise in a trigger) help the client; PostgreSQL's would name tables.
      return message.startsWith('permission denied') || message.includes('row-level security')
        ? storageErrors.accessDenied()
        : storageErrors.accessDenied(message)
    case '23505':
      return storageErrors.keyExists()
    case '23503':
      return storageErrors.noSuchBucket()
    case '55P03':
      return storageErrors.unavailable()
    case '57014':
      return storageErrors.databaseTimeout()
    case 'PT429':
      return storageErrors.slowDown(message)
    case 'P0001':
      return storageErrors.database(message, code)
  }
  if (isDomainCode(code)) return storageErrors.database(message, code)
  return /^(22|23)/.test(code) ? storageErrors.database('The database refused the values', code) : undefined
}

/**
 * True when the error proves that the transaction was rolled back. A connection lost during commit proves nothing:
 * the row may exist, so its file has to stay until the sweeper has checked.
 */
export function isDefiniteFailure(error: unknown): boolean {
  if (error instanceof ConnectionLostError) return false
  if (error instanceof StorageError || error instanceof PoolTimeoutError) return true
  const code = codeOf(error)
  return isDomainCode(code) || /^(22|23|25|42|53|55|P0|PT)...$|^57014$/.test(code ?? '')
}
