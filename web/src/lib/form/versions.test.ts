import { expect, it } from 'vitest'
import { hasMoved, isSameTrimmed, withUntouched } from './versions.ts'

it.each([
  ['2026-11-22T10:00:00.000002+00:00', '2026-11-22T10:00:00.000001+00:00', true],
  ['2026-11-22T10:00:01Z', '2026-11-22T10:00:00Z', true],
  ['2026-11-22T10:00:00Z', '2026-11-22T10:00:00Z', false],
  ['2026-11-22T09:00:00Z', '2026-11-22T10:00:00Z', false],
  [undefined, '2026-11-22T10:00:00Z', false],
])('compares the row’s version %s with the form’s %s: changed %s', (now, began, moved) => {
  expect(hasMoved(now, began)).toBe(moved)
})

it('shows a change made elsewhere in the fields that were not edited', () => {
  const began = { name: 'Tom', area: 'North' }
  expect(withUntouched({ name: 'Tim', area: 'North' }, began, { name: 'Ivy', area: 'South' })).toEqual({
    name: 'Tim',
    area: 'South',
  })
})

it('ignores white space at the ends of texts', () => {
  expect(isSameTrimmed({ a: ' x ', b: [{ c: 'y' }] }, { a: 'x', b: [{ c: 'y ' }] })).toBe(true)
  expect(isSameTrimmed({ a: 'x' }, { a: 'y' })).toBe(false)
})
