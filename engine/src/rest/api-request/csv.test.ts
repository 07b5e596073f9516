import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readCsv } from './csv.ts'

const refusal = (status: number, message?: string) =>
  expect.objectContaining({ status, code: 'PGRST102', ...(message && { message }) })

describe('readCsv', () => {
  it('reads header and rows, quotes, line breaks of both kinds, and NULL without quotes as null', () => {
    const text = 'a,"b ""c""",d\r\n1,"x,\n""y""",NULL\n,"NULL",null\n'
    expect(readCsv(text)).toMatchObject({
      keys: ['a', 'b "c"', 'd'],
      isArray: true,
      rows: 2,
      value: [
        { a: '1', 'b "c"': 'x,\n"y"', d: null },
        { a: '', 'b "c"': 'NULL', d: 'null' },
      ],
    })
    expect(readCsv('a').value).toEqual([])
    expect(readCsv('a\n1').text).toBe('[{"a":"1"}]')
    expect(readCsv('a,b\n1,\n').value).toEqual([{ a: '1', b: '' }])
  })

  it('refuses lines of another length, repeated or empty names, and open quotes', () => {
    for (const text of ['a,b\n1', 'a\n1,2', 'a,b\n1,2,'])
      expect(() => readCsv(text), text).toThrow(refusal(400, 'All lines must have same number of fields'))
    for (const text of ['', '\n\n', 'a,a\n1,2', 'a,\n1,2', 'a\n"1', 'a\n"1"2', 'a\n1"2'])
      expect(() => readCsv(text), text).toThrow(refusal(400, 'Empty or invalid csv'))
  })

  it('accepts 1,000 rows and 200 columns, and refuses one more', () => {
    const rows = (count: number) => `a\n${'1\n'.repeat(count)}`
    const columns = (count: number) => Array.from({ length: count }, (_, n) => `c${n}`).join()
    expect(readCsv(rows(1_000)).rows).toBe(1_000)
    expect(() => readCsv(rows(1_001))).toThrow(refusal(413))
    expect(readCsv(columns(200)).rows).toBe(0)
    expect(() => readCsv(columns(201))).toThrow(refusal(400))
    const long = 'x""'.repeat(340_000)
    expect(readCsv(`a\n"${long}"`).text.length).toBeGreaterThan(600_000)
    expect(() => readCsv(`a\n"${long}`)).toThrow(refusal(400))
  })

  it('stops reading at the limit, before whatever follows', () => {
    // Read to its end, each would be refused for this.
    const wrong = '"never closed'
    for (const [text, message] of [
      [`${','.repeat(300)}${wrong}`, /at most 200 keys/],
      [`a\n${','.repeat(300)}${wrong}`, /at most 200 keys/],
      [`a\n1${'\n'.repeat(1_100)}${wrong}`, /at most 1000 rows/],
      [`a\n${'\r\n'.repeat(1_100)}${wrong}`, /at most 1000 rows/],
    ] as const)
      expect(() => readCsv(text), JSON.stringify(text.slice(0, 6))).toThrow(message)
    expect(() => readCsv(`a\n${wrong}`)).toThrow('Empty or invalid csv')
    expect(readCsv(`a${'\n'.repeat(500)}1\n`).rows).toBe(1)
  })

  it('reads any quoted text back exactly', () => {
    const text = fc.string({ unit: 'binary' })
    fc.assert(
      fc.property(fc.array(fc.tuple(text, text), { minLength: 1 }), (rows) => {
        const quote = (value: string) => `"${value.replaceAll('"', '""')}"`
        const body = ['a,b', ...rows.map(([a, b]) => `${quote(a)},${quote(b)}`)].join('\r\n')
        expect(readCsv(body).value).toEqual(rows.map(([a, b]) => ({ a, b })))
      }),
    )
  })
})
