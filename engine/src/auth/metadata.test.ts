import { expect, it } from 'vitest'
import { mergeMetadata } from './metadata.ts'

it('replaces values, deletes those that are null, and keeps the others', () => {
  expect(mergeMetadata({ a: 1, b: 2, c: 3 }, { b: null, c: 4, d: 5 })).toEqual({ a: 1, c: 4, d: 5 })
  expect(mergeMetadata({ a: 1 }, undefined)).toEqual({ a: 1 })
})

// {"a":"…"} has eight bytes beside the text.
it.each([
  ['4,096 bytes', 'x'.repeat(4088), true],
  ['4,097 bytes', 'x'.repeat(4089), false],
  ['fewer characters than bytes', '€'.repeat(1362), true],
  ['too many bytes in few characters', '€'.repeat(1363), false],
])('counts bytes: %s', (_, text, fits) => {
  const merge = () => mergeMetadata({}, { a: text })
  if (fits) expect(merge()).toEqual({ a: text })
  else expect(merge).toThrow('4096')
})

it('counts what is stored already', () => {
  const stored = { a: 'x'.repeat(3000) }
  expect(() => mergeMetadata(stored, { b: 'x'.repeat(2000) })).toThrow()
  expect(mergeMetadata(stored, { a: null, b: 'x'.repeat(2000) })).toEqual({ b: 'x'.repeat(2000) })
})

it.each([['\0'], ['\ud800'], [['a', '\udc00']], [{ a: { b: '\0' } }], [{ '\0': 1 }]])(
  'refuses what the database cannot store: %j',
  (value) => {
    expect(() => mergeMetadata({}, { value })).toThrow('cannot be stored')
  },
)
