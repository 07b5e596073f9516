import { restErrors } from '../errors.ts'

/**
 * `from-to/total` of a window, with `*` for unknown or empty, and the matching status.
 * @throws {RestError} 416 when the window starts after a known total.
 */
export function windowOf(
  offset: number,
  rows: number,
  total: number | undefined,
): { range: string; status: 200 | 206 } {
  if (total !== undefined && offset > 0 && offset > total)
    throw restErrors.range(`An offset of ${offset} was requested, but there are only ${total} rows.`, total)
  const range = `${rows === 0 ? '*' : `${offset}-${offset + rows - 1}`}/${total ?? '*'}`
  return { range, status: total !== undefined && rows < total ? 206 : 200 }
}
