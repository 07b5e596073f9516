import { objectPath } from './photo/photo-url.ts'
import { StaleError } from './stale-error.ts'

/**
 * Whether a row already has the values that a change wants. Checked when the change found no row of the expected
 * version: an earlier attempt may have been written although its answer was lost, and no other change came in between.
 * @param now the columns as stored; null when the row has been deleted.
 * @param wanted the columns that the change sends. Blank equals null, two spellings of the same moment are equal,
 * and so are the addresses of a stored picture with and without a host.
 */
export function hasValues(now: object | null | undefined, wanted: object): boolean {
  if (!now) return false
  const stored = now as Record<string, unknown>
  return Object.entries(wanted).every(([column, value]) => alike(stored[column] ?? '', value ?? ''))
}

/**
 * Call this when a change found no row of the expected version, with the row as it is now.
 * @throws {StaleError} unless the row has the values that the change wants; see {@link hasValues}.
 */
export function requireValues<Row extends object>(now: Row | null | undefined, wanted: object): asserts now is Row {
  if (!hasValues(now, wanted)) throw new StaleError()
}

const MOMENT = /^\d{4}-\d\d-\d\dT/

function alike(one: unknown, other: unknown): boolean {
  if (typeof one !== 'string' || typeof other !== 'string') return one === other
  if (MOMENT.test(one) && MOMENT.test(other)) return Date.parse(one) === Date.parse(other)
  return one === other || (objectPath(one) !== undefined && objectPath(one) === objectPath(other))
}
