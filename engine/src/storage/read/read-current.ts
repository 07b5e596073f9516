import { BlobMissingError } from '../backend/port.ts'
import type { StorageDeps } from '../deps.ts'
import { storageErrors } from '../errors.ts'
import type { Find } from './find-readable.ts'

/** How often a file may be replaced between the look-up of its row and its reading, until the reader gives up. */
const MAX_ATTEMPTS = 20

/**
 * Looks an object's row up and reads its file. An upload that replaces the object in between deletes the file of the
 * row found: then both are done again with the row of the new file.
 * @param find looks the row up; each further call must ask the database again.
 * @param read may be called several times, each time with another version.
 * @throws {StorageError} NoSuchKey without a row or when the file of a row is lost; what `read` throws otherwise.
 */
export async function readCurrent<Row extends { id: string; version: string }, T>(
  { log }: Pick<StorageDeps, 'log'>,
  find: Find<Row>,
  read: (row: Row) => Promise<T>,
): Promise<T> {
  let row = await find()
  for (let attempt = 1; row !== undefined; attempt += 1) {
    try {
      return await read(row)
    } catch (error) {
      if (!(error instanceof BlobMissingError)) throw error
      const { id: object, version } = row
      row = await find()
      if (row?.version === version) {
        log.error({ version, object }, 'the file of an object is missing')
        break
      }
      if (attempt === MAX_ATTEMPTS) throw storageErrors.unavailable()
    }
  }
  throw storageErrors.noSuchKey()
}
