import { expect, it } from 'vitest'
import { errorsOf } from '../../testing/errors-of.ts'
import { levelsSchema } from './levels-schema.ts'

const list = (...levels: [name: string, points: string][]) => ({
  levels: levels.map(([name, points], at) => ({ key: String(at), name, points })),
})

it('takes levels in any order, with trimmed names and points as numbers', () => {
  const read = levelsSchema.parse(list(['Line Setter', '300'], [' Bank Walker ', '0']))
  expect(read.levels.map(({ name, points }) => [name, points])).toEqual([
    ['Line Setter', 300],
    ['Bank Walker', 0],
  ])
})

it.each([
  ['a blank name', list(['', '0']), 'levels.0.name', 'Name is required'],
  ['a long name', list(['x'.repeat(41), '0']), 'levels.0.name', 'Use 40 characters at most'],
  ['no number', list(['A', '0'], ['B', 'ten']), 'levels.1.points', 'Enter a whole number from 0 to 1,000,000'],
  [
    'too many points',
    list(['A', '0'], ['B', '1000001']),
    'levels.1.points',
    'Enter a whole number from 0 to 1,000,000',
  ],
  ['a negative number', list(['A', '-1']), 'levels.0.points', 'Enter a whole number from 0 to 1,000,000'],
  ['no level at 0', list(['A', '300'], ['B', '100']), 'levels.1.points', 'The first level starts at 0'],
  ['a name twice', list(['A', '0'], [' A', '100']), 'levels.1.name', 'Another level has this name'],
  ['points twice', list(['A', '0'], ['B', '0']), 'levels.1.points', 'Another level starts at this number'],
])('refuses %s at its field', (_, typed, field, message) => {
  expect(errorsOf(levelsSchema, typed)).toEqual({ [field]: message })
})
