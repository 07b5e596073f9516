import { describe, expect, it } from 'vitest'
import { isWhole, positionAmong, readRanking, withFirstPlaces } from './ranking-message.ts'
import type { RankedMember } from './ranking-query.ts'

const row = (username: string, rank: number, points = 1_000 - rank): RankedMember => ({
  rank,
  username,
  avatar_url: '',
  badge_count: 0,
  points,
})
const many = (count: number, from = 1) => Array.from({ length: count }, (_, i) => row(`m${from + i}`, from + i))

describe('the rows of a message', () => {
  it('are read in the order of the ranking', () => {
    expect(readRanking([{ ...row('b', 2), avatar_url: null }, row('a', 1)])).toEqual([row('a', 1), row('b', 2)])
  })

  it.each([
    ['missing', undefined],
    ['no list', {}],
    ['without a name', [{ ...row('a', 1), username: null }]],
    ['with a text for points', [{ ...row('a', 1), points: '5' }]],
  ])('are refused when they are %s', (_, rows) => {
    expect(readRanking(rows)).toBeUndefined()
  })
})

describe('a loaded ranking', () => {
  it('becomes the rows of the message when these are all', () => {
    const rows = [row('b', 1), row('a', 2)]
    expect(isWhole(rows)).toBe(true)
    expect(withFirstPlaces([row('a', 1), row('gone', 2)], rows)).toEqual(rows)
  })

  it('keeps the places after them, without members who have moved up', () => {
    const rows = [...many(49), row('m60', 50)]
    const names = withFirstPlaces(many(100), rows).map(({ username }) => username)
    expect(names.slice(48, 53)).toEqual(['m49', 'm60', 'm50', 'm51', 'm52'])
    expect(names.filter((name) => name === 'm60')).toHaveLength(1)
  })
})

describe('the member’s own position', () => {
  it.each([
    ['behind others', 'c', { rank: 3, points: 10, badgeCount: 0, ahead: { username: 'b', gap: 10 } }],
    ['level with others', 'bb', { rank: 2, points: 20, badgeCount: 0, ahead: { username: 'a', gap: 10 } }],
    ['at the top', 'a', { rank: 1, points: 30, badgeCount: 0, ahead: undefined }],
    ['elsewhere', 'z', undefined],
  ])('%s', (_, username, expected) => {
    expect(positionAmong([row('a', 1, 30), row('b', 2, 20), row('bb', 2, 20), row('c', 3, 10)], username)).toEqual(
      expected,
    )
  })
})
