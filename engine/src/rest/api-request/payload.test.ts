import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readPayload } from './payload.ts'

const rows = (count: number) => `[${Array.from({ length: count }, (_, n) => `{"a":${n}}`).join(',')}]`
const nested = (depth: number) => `{"a":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`
const refusal = (status: number, code: string) => expect.objectContaining({ status, code })

describe('readPayload', () => {
  it('accepts 1,000 rows and refuses 1,001', () => {
    expect(readPayload(rows(1_000), true)).toMatchObject({ isArray: true, rows: 1_000, keys: ['a'] })
    expect(() => readPayload(` ${rows(1_001)}`, true)).toThrow(refusal(413, 'PGRST102'))
  })

  it('accepts JSON 32 levels deep and refuses 33', () => {
    expect(readPayload(nested(32), true).keys).toEqual(['a'])
    expect(() => readPayload(nested(33), true)).toThrow(refusal(400, 'PGRST102'))
  })

  it('ignores commas, brackets and quotes inside texts and lists', () => {
    const text = JSON.stringify([{ a: `\\"${'],{['.repeat(2_000)}\\`, b: Array.from({ length: 2_000 }, () => ',') }])
    expect(readPayload(text, true)).toMatchObject({ rows: 1, keys: ['a', 'b'] })
    expect(readPayload(JSON.stringify({ a: ','.repeat(5_000) }), true).rows).toBe(1)
  })

  it('accepts everything that JSON.parse accepts, if it is an object or a list of objects', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' })), (row) => {
        expect(readPayload(JSON.stringify([row, row]), true).value).toEqual([row, row])
      }),
    )
    for (const text of ['', 'null', '7', '"{}"', '[1]', '[{}', '{"a":1}}', '{"a":"\\"}', '[{},null]'])
      expect(() => readPayload(text, true), text).toThrow(refusal(400, 'PGRST102'))
  })
})
