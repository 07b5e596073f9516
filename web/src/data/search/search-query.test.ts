import { expect, it } from 'vitest'
import { piecesOf } from './search-query.ts'

it.each([
  ['', []],
  ['plain', [['plain', false]]],
  ['\u0001all\u0002', [['all', true]]],
  [
    'a \u0001b\u0002 c \u0001d\u0002',
    [
      ['a ', false],
      ['b', true],
      [' c ', false],
      ['d', true],
    ],
  ],
])('reads the marks of %j', (marked, pieces) => {
  expect(piecesOf(marked).map(({ text, found }) => [text, found])).toEqual(pieces)
})
