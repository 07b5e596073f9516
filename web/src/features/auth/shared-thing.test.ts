import { expect, it } from 'vitest'
import { sharedThing } from './shared-thing.ts'

it.each([
  ['/newsfeed/7c1e', 'post'],
  ['/newsfeed/7c1e?comment=2', 'post'],
  ['/games/7c1e', 'game'],
  ['/members/Tom%20Withy', 'member'],
  ['/badges/7c1e', 'badge'],
])('the link %s is to a single thing', (origin, thing) => {
  expect(sharedThing({ origin })).toBe(thing)
})

it.each([
  ['/newsfeed'],
  ['/games?tab=past'],
  ['/games/'],
  ['/dashboard'],
  ['/constructor/1'],
  ['//games/7c1e'],
  [7],
  [undefined],
])('the link %s is not', (origin) => {
  expect(sharedThing({ origin })).toBeUndefined()
})
