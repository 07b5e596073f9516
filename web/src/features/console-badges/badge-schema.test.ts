import { expect, it } from 'vitest'
import { errorsOf } from '../../testing/errors-of.ts'
import { BADGE_COLOR, BADGE_ICONS, badgeSchema, hexColor } from './badge-schema.ts'

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

it('requires a name of at most 50 and a description of at most 200 characters', () => {
  expect(errorsOf(badgeSchema, { ...badge, name: '🐟'.repeat(50), description: 'x'.repeat(200) })).toEqual({})
  expect(errorsOf(badgeSchema, { ...badge, name: 'x'.repeat(51), description: 'x'.repeat(201), color: 'red' })).toEqual(
    {
      name: 'A name has at most 50 characters',
      description: 'A description has at most 200 characters',
      color: 'Enter a colour as # and six digits, such as #2e7d4f',
    },
  )
  expect(errorsOf(badgeSchema, { ...badge, name: ' ', description: '\n' })).toEqual({
    name: 'Enter a name',
    description: 'Enter a description',
  })
})
