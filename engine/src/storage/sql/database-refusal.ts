import { ConnectionLostError, DatabaseUnreachableError, PoolTimeoutError } from '../../db/errors.ts'
import { codeOf } from '../../kernel/errors.ts'
import { StorageError, storageErrors } from '../errors.ts'

/** A full disk under the files, and a database without room, memory or connections. */
const NO_ROOM = /^(ENOSPC|EDQUOT|53...)$/

/**
 * Turns what the database or the disk threw into a refusal of the service.
 * @returns undefined for a failure that is nobody's fault but ours.
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
      // Our own texts (raise in a trigger) help; PostgreSQL's name tables.
      return message.startsWith('permission denied') || message.includes('row-level security')
        ? storageErrors.accessDenied()
        : storageErrors.accessDenied(message)
    case '23505':
      return storageErrors.keyExists()
    case '23503':
      return storageErrors.noSuchBucket()
    case '57014':
    case '55P03':
      return storageErrors.databaseTimeout()
    case 'PT429':
      return storageErrors.slowDown(message)
    case 'P0001':
      return storageErrors.database(message, code)
  }
  return /^(22|23)/.test(code) ? storageErrors.database('The database refused the values', code) : undefined
}

/**
 * True when the error proves that the transaction was rolled back. A connection lost during commit proves nothing:
 * the row may be there, so its file has to stay until the sweeper has looked.
 */
export function isDefiniteFailure(error: unknown): boolean {
  if (error instanceof ConnectionLostError) return false
  if (error instanceof StorageError || error instanceof PoolTimeoutError) return true
  return /^(22|23|25|42|53|55|P0|PT)...$|^57014$/.test(codeOf(error) ?? '')
}
