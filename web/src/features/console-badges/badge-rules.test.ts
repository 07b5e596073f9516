import { expect, it } from 'vitest'
import { BADGE_COLOR, BADGE_ICONS, badgeErrors, hexColor } from './badge-rules.ts'

const badge = { name: 'Night owl', description: 'Posts at 3am', icon: '🏆', color: BADGE_COLOR }

it('offers the twelve icons of the specification, the trophy first', () => {
  expect(BADGE_ICONS.map(({ icon }) => icon).join('')).toBe('🏆🎣🐟🐠🎮⭐🌟🏅🥇🥈🥉👑')
})

it.each([
  ['#2E7D4F', '#2e7d4f'],
  ['2e7d4f', '#2e7d4f'],
  [' #abcdef ', '#abcdef'],
  ['#fff', undefined],
  ['green', undefined],
  ['#2e7d4f;x', undefined],
  ['', undefined],
])('reads the colour %j', (typed, color) => {
  expect(hexColor(typed)).toBe(color)
})

it('takes a name of 50 and a description of 200 characters, no more, and neither blank', () => {
  expect(badgeErrors({ ...badge, name: '🐟'.repeat(50), description: 'x'.repeat(200) })).toEqual({})
  expect(badgeErrors({ ...badge, name: 'x'.repeat(51), description: 'x'.repeat(201), color: 'red' })).toEqual({
    name: 'A name has at most 50 characters',
    description: 'A description has at most 200 characters',
    color: 'Enter a colour as # and six digits, such as #2e7d4f',
  })
  expect(badgeErrors({ ...badge, name: ' ', description: '\n' })).toEqual({
    name: 'Enter a name',
    description: 'Enter a description',
  })
})
