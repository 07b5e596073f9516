import { expect, it } from 'vitest'
import { aboveText, absentText, parsePeriod } from './record-text.ts'

it('reads the period from the address, the season unless it says otherwise', () => {
  expect([parsePeriod('all'), parsePeriod('season'), parsePeriod('x'), parsePeriod(null)]).toEqual([
    'all',
    'season',
    'season',
    'season',
  ])
})

it('says by how much the best of the season before is beaten, and nothing otherwise', () => {
  expect(aboveText(18_200, 16_670, 'lbs')).toBe('3 lb 6 oz above last season’s best')
  expect(aboveText(16_670, 16_670, 'lbs')).toBeUndefined()
  expect(aboveText(16_670, null, 'lbs')).toBeUndefined()
})

it('invites where no fish of a variety was verified, and names the record of all time', () => {
  expect(absentText('ghost', 11_057, 'lbs', 'season')).toBe(
    'No ghost carp has been verified this season. The all-time record is 24 lb 6 oz.',
  )
  expect(absentText('other', undefined, 'kg', 'season')).toBe(
    'No fish has been verified yet. The first one is the record.',
  )
  expect(absentText('grass', undefined, 'kg', 'all')).toContain('No grass carp has been verified yet')
})
