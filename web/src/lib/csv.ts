import Papa from 'papaparse'

export interface CsvColumn<Row> {
  header: string
  value: (row: Row) => string | number | boolean | null | undefined
}

// Spreadsheets evaluate a cell that begins like this, in full-width characters too. The package's own pattern lets a
// formula through when it is followed by a line break.
const FORMULA = /^[=+\-@\t\r\n\uFF0B\uFF0D\uFF1D\uFF20]/

/**
 * A CSV for spreadsheets: UTF-8 with a byte order mark, CRLF line ends, and an apostrophe before texts that look like
 * formulas. Numbers are written unchanged.
 */
export function toCsv<Row>(rows: readonly Row[], columns: readonly CsvColumn<Row>[]): string {
  const table = [columns.map(({ header }) => header), ...rows.map((row) => columns.map(({ value }) => value(row)))]
  return `\uFEFF${Papa.unparse(table, { escapeFormulae: FORMULA, newline: '\r\n' })}\r\n`
}
