import Papa from 'papaparse'
import { formatPoints } from '../../lib/format.ts'
import { oneAddress } from './addresses.ts'
import { FileRefused } from './file-refused.ts'
import { fileText } from './file-text.ts'
import { IMPORT_FILE } from './limits.ts'

interface FileRow {
  /** Its number in the file, as spreadsheets count. */
  row: number
  cells: readonly string[]
}

/** What is in a file of members. */
export interface Table {
  /** A name for each column: that of the file, or `Column 3`. */
  headers: readonly string[]
  rows: readonly FileRow[]
}

/**
 * Reads a CSV file whose values are separated by commas, semicolons or tabs.
 * @throws {FileRefused} when there is nothing that can be imported in it.
 */
export async function readMembersFile(file: Blob): Promise<Table> {
  if (file.size > IMPORT_FILE.bytes)
    throw new FileRefused('The file is larger than 1 MB. Split it, and import one part after the other.')
  const text = fileText(new Uint8Array(await file.arrayBuffer()))
  if (text === undefined)
    throw new FileRefused('This is not a CSV file. Save it as CSV in your spreadsheet, and choose that file.')
  return tableOf(text)
}

/** The same of a text. */
export function tableOf(text: string): Table {
  // Some spreadsheets name the separator in a line before the header.
  const [named = '', separator] = /^sep=([,;\t])\r?\n/i.exec(text) ?? []
  const { data, errors } = parse(text.slice(named.length), separator)
  const first = named ? 2 : 1
  const unpaired = errors.find(({ type }) => type === 'Quotes')
  if (unpaired)
    throw new FileRefused(
      `The quotation marks in row ${formatPoints((unpaired.row ?? 0) + first)} do not match. Correct the file, and choose it again.`,
    )
  const filled = data
    .map((cells, at) => ({ row: at + first, cells: cells.slice(0, IMPORT_FILE.columns).map((cell) => cell.trim()) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''))
  const at = headerAt(filled)
  const head = filled[at]
  const rows = filled.slice(at + 1)
  if (rows.length === 0) throw new FileRefused('The file has no rows.')
  if (rows.length > IMPORT_FILE.rows)
    throw new FileRefused(
      `The file has ${formatPoints(rows.length)} rows. Import ${formatPoints(IMPORT_FILE.rows)} at a time.`,
    )
  if (!rows.some(({ cells }) => cells.some(isAddress))) throw new FileRefused('The file has no email addresses.')
  const width = [...(head ? [head] : []), ...rows].reduce((most, { cells }) => Math.max(most, cells.length), 0)
  const headers = Array.from({ length: width }, (_, at) => head?.cells[at] || `Column ${at + 1}`)
  return { headers, rows }
}

/** Which row is the header; -1 for none: a file without one begins with a member. */
function headerAt(rows: readonly FileRow[]): number {
  const member = rows.findIndex(({ cells }) => cells.some(isAddress))
  if (member === 0) return -1
  const wide = rows.slice(0, Math.max(member, 0)).map(({ cells }) => cells.filter((cell) => cell !== '').length > 1)
  // The first members may have no address.
  const naming = wide.findLastIndex((isWide, at) => isWide && rows[at]?.cells.some((cell) => /mail/i.test(cell)))
  if (naming >= 0) return naming
  // A title may stand above it.
  return wide.at(-1) ? member - 1 : 0
}

function parse(text: string, separator: string | undefined): Papa.ParseResult<string[]> {
  if (separator !== undefined) return Papa.parse<string[]>(text, { delimiter: separator })
  const guessed = Papa.parse<string[]>(text, { delimitersToGuess: [',', ';', '\t'] })
  if (!guessed.errors.some(({ code }) => code === 'UndetectableDelimiter')) return guessed
  // A title above two columns hides their separator.
  const line = /^.*@.*$/m.exec(text)?.[0] ?? ''
  return Papa.parse<string[]>(text, { delimiter: [';', '\t'].find((one) => line.includes(one)) ?? ',' })
}

const isAddress = (cell: string): boolean => oneAddress(cell) !== undefined
