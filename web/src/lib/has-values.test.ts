import { expect, it } from 'vitest'
import { hasValues } from './has-values.ts'

const now = { title: 'Lake', image_url: null, start_date: '2026-11-22T10:00:00+00:00', points: 5, others: 'x' }

it('accepts a row whose every sent column has the wanted value', () => {
  expect(hasValues(now, { title: 'Lake', points: 5 })).toBe(true)
  expect(hasValues(now, { title: 'Lake', image_url: '', start_date: '2026-11-22T10:00:00.000Z' })).toBe(true)
})

it('takes the address of a stored picture for the same with and without a host', () => {
  const picture = '/storage/v1/object/public/games-images/1/a.jpg'
  const stored = { image_url: picture }
  expect(hasValues(stored, { image_url: `https://club.example${picture}` })).toBe(true)
  expect(hasValues(stored, { image_url: `https://club.example${picture}x` })).toBe(false)
})

it.each([
  { title: 'Lake 2' },
  { points: 6 },
  { points: '5' },
  { image_url: '/a.jpg' },
  { start_date: '2026-11-22T10:00:01Z' },
  { title: 'Lake', unknown: 1 },
])('rejects a row in which a column differs: %j', (wanted) => expect(hasValues(now, wanted)).toBe(false))

it('rejects a deleted row', () => expect(hasValues(null, {})).toBe(false))
