import { describe, expect, it } from 'vitest'
import { type CsvColumn, toCsv } from './csv.ts'

interface Row {
  name: string | null
  points: number
}

const COLUMNS: CsvColumn<Row>[] = [
  { header: 'User', value: (row) => row.name },
  { header: 'Points', value: (row) => row.points },
]
const lines = (rows: Row[]) => toCsv(rows, COLUMNS).slice(1).split('\r\n')

describe('a table for spreadsheets', () => {
  it('begins with the UTF-8 byte order mark and ends every line with CRLF', () => {
    expect(toCsv([{ name: 'Jörg 🐟', points: -150 }], COLUMNS)).toBe('\uFEFFUser,Points\r\nJörg 🐟,-150\r\n')
  })

  it('has its header even without rows', () => {
    expect(toCsv([], COLUMNS)).toBe('\uFEFFUser,Points\r\n')
  })

  it('quotes separators, quotes and line breaks, and writes null as an empty cell', () => {
    expect(lines([{ name: 'a, "b"', points: 0 }])[1]).toBe('"a, ""b""",0')
    expect(toCsv([{ name: 'a\nb', points: 0 }], COLUMNS)).toContain('"a\nb",0')
    expect(lines([{ name: null, points: 1 }])[1]).toBe(',1')
  })

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '=HYPERLINK("http://x")\nmore', '\uFF1D1'])(
    'escapes the formula %j',
    (name) => {
      const cell = toCsv([{ name, points: 1 }], COLUMNS)
        .split('\r\n')
        .slice(1)
        .join('\r\n')
      expect(cell.startsWith(`"'`)).toBe(true)
    },
  )
})
