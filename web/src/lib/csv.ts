import Papa from 'papaparse'

export interface CsvColumn<Row> {
  header: string
  value: (row: Row) => string | number | boolean | null | undefined
}

// Spreadsheets run a cell that begins like this, the wide forms too. The package's own pattern lets a formula through
// when a line break follows it.
const FORMULA = /^[=+\-@\t\r\n\uFF0B\uFF0D\uFF1D\uFF20]/

/**
 * A table for spreadsheets: UTF-8 with its mark, CRLF, texts that look like formulas disarmed by an apostrophe.
 * Numbers are written as they are.
 */
export function toCsv<Row>(rows: readonly Row[], columns: readonly CsvColumn<Row>[]): string {
  const table = [columns.map(({ header }) => header), ...rows.map((row) => columns.map(({ value }) => value(row)))]
  return `\uFEFF${Papa.unparse(table, { escapeFormulae: FORMULA, newline: '\r\n' })}\r\n`
}
