import { restErrors } from '../errors.ts'
import { REST_LIMITS } from './limits.ts'
import type { Payload } from './payload.ts'

// A quoted field, in which a quote is doubled, or an unquoted one; then its terminator.
const FIELD = /(?:"([^"]*(?:""[^"]*)*)"|([^",\r\n]*))(,|\r?\n|$)/y

/**
 * Reads a CSV body (RFC 4180): the first line names the columns, NULL without quotes is null, everything else is text
 * for PostgreSQL to convert. The result is as if the rows had been sent as JSON.
 * @throws {RestError} PGRST102 for anything else, or above the limits.
 */
export function readCsv(text: string): Payload {
  const lines = parseLines(text)
  const [header, ...rows] = lines
  if (!header) throw restErrors.body('Empty or invalid csv')
  const keys = header.map((name) => name ?? 'NULL')
  if (new Set(keys).size < keys.length || keys.includes('')) throw restErrors.body('Empty or invalid csv')
  const value = rows.map((row) => {
    if (row.length !== keys.length) throw restErrors.body('All lines must have same number of fields')
    return Object.fromEntries(keys.map((key, index) => [key, row[index] ?? null]))
  })
  // Without rows there are no columns, as in an empty JSON list.
  const used = value.length > 0 ? keys : []
  return { text: JSON.stringify(value), keys: used, isArray: true, rows: value.length, value }
}

/**
 * Lines of fields; counted while they are read, so that a body of nothing but commas or line breaks ends at the limit
 * and not after a million of them.
 */
function parseLines(text: string): (string | null)[][] {
  const lines: (string | null)[][] = []
  let line: (string | null)[] = []
  let blank = 0
  FIELD.lastIndex = 0
  while (FIELD.lastIndex < text.length || line.length > 0) {
    const field = FIELD.exec(text)
    if (!field) throw restErrors.body('Empty or invalid csv')
    const [, quoted, bare = '', end] = field
    line.push(quoted === undefined ? (bare === 'NULL' ? null : bare) : quoted.replaceAll('""', '"'))
    if (line.length > REST_LIMITS.keysPerObject)
      throw restErrors.body(`An object may have at most ${REST_LIMITS.keysPerObject} keys`)
    if (end === ',') continue
    // An empty line is skipped, including the one after a final line break.
    if (line.length > 1 || quoted !== undefined || bare !== '') lines.push(line)
    else blank += 1
    if (lines.length > REST_LIMITS.rowsPerWrite + 1 || blank > REST_LIMITS.rowsPerWrite + 1)
      throw restErrors.tooLarge(`A write may hold at most ${REST_LIMITS.rowsPerWrite} rows`)
    line = []
  }
  return lines
}
