import { expect, it } from 'vitest'
import { JSON_LIMITS, parseJson } from './body.ts'

const nested = (depth: number) => Buffer.from('['.repeat(depth) + ']'.repeat(depth))
const keyed = (keys: number) =>
  Buffer.from(JSON.stringify(Object.fromEntries(Array.from({ length: keys }, (_, i) => [i, 0]))))

it('accepts the allowed depth and number of keys, and refuses one more of either', () => {
  expect(parseJson(nested(JSON_LIMITS.depth))).toBeInstanceOf(Array)
  expect(() => parseJson(nested(JSON_LIMITS.depth + 1))).toThrow(/nested too deeply/)
  expect(Object.keys(parseJson(keyed(JSON_LIMITS.keys)) as object)).toHaveLength(JSON_LIMITS.keys)
  expect(() => parseJson(keyed(JSON_LIMITS.keys + 1))).toThrow(/too many keys/)
})

it('does not count brackets and colons inside strings', () => {
  const text = JSON.stringify({ note: `${'[{:'.repeat(500)}"\\` })
  expect(parseJson(Buffer.from(text))).toEqual(JSON.parse(text))
})

it('refuses broken JSON and broken UTF-8, and treats an empty body as none', () => {
  expect(() => parseJson(Buffer.from('{"a":'))).toThrow(/not valid JSON/)
  expect(() => parseJson(Buffer.from([0x22, 0xff, 0x22]))).toThrow(/not valid JSON/)
  expect(parseJson(Buffer.alloc(0))).toBeUndefined()
})

it('keeps __proto__ an ordinary key', () => {
  const value = parseJson(Buffer.from('{"__proto__":{"admin":true}}')) as { admin?: boolean }
  expect(value.admin).toBeUndefined()
})
