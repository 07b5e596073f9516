import { expect, it } from 'vitest'
import { shareOf } from './level-share.ts'

const level = { name: 'Float Watcher', points: 100, next_name: 'Line Setter', next_points: 300 }

it.each([
  ['at its start', 100, 0],
  ['half way', 200, 50],
  ['a point before the next', 299, 99.5],
  ['with more than the next needs', 500, 100],
  ['with less than the level needs', -40, 0],
])('a level %s', (_, earned, share) => {
  expect(shareOf({ ...level, earned })).toBe(share)
})

it('the highest level is done', () => {
  expect(shareOf({ ...level, earned: 120, next_name: null, next_points: null })).toBe(100)
})
