import { expect, it } from 'vitest'
import { weightsOf } from './weights.ts'

it.each([
  [undefined, {}],
  ['', {}],
  [' , ,', {}],
  ['gzip, deflate, br', { gzip: 1, deflate: 1, br: 1 }],
  ['GZIP ; Q=0.5 , br;q=0, *;q=0.000', { gzip: 0.5, br: 0, '*': 0 }],
  ['image/webp;level=1;q=0.8, */*', { 'image/webp': 0.8, '*/*': 1 }],
  ['gzip;q=much, br;q=', { gzip: 0, br: 0 }],
])('reads %j', (header, weights) => {
  expect(Object.fromEntries(weightsOf(header))).toEqual(weights)
})

it('reads only as much of a header as a client sends', () => {
  expect(weightsOf(`${' '.repeat(1_000)},gzip`).size).toBe(0)
})
