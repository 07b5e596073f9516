import { describe, expect, it } from 'vitest'
import type { RankedMember } from '../../data/leaderboard/ranking-query.ts'
import { arrange } from './arrange.ts'

const member = (rank: number, username: string): RankedMember => ({
  rank,
  username,
  avatar_url: '',
  badge_count: 0,
  points: 1000 - rank,
})

const seen = (ranking: RankedMember[]) => arrange(ranking).podium.map((step) => [step.seat, step.member.username])

describe('arrange', () => {
  it('puts the first in the middle, the second on the left, the third on the right', () => {
    expect(seen([member(1, 'a'), member(2, 'b'), member(3, 'c')])).toEqual([
      [2, 'b'],
      [1, 'a'],
      [3, 'c'],
    ])
  })

  it('starts the list with the fourth, in the given order', () => {
    const ranking = ['a', 'b', 'c', 'd', 'e'].map((name, i) => member(i + 1, name))
    expect(arrange(ranking).list.map((row) => row.username)).toEqual(['d', 'e'])
  })

  it('leaves seats without a member empty', () => {
    expect(seen([member(1, 'a'), member(2, 'b')])).toEqual([
      [2, 'b'],
      [1, 'a'],
    ])
    expect(seen([member(1, 'a')])).toEqual([[1, 'a']])
    expect(arrange([])).toEqual({ podium: [], list: [] })
  })

  it('seats members who share a rank in the given order', () => {
    expect(seen([member(1, 'a'), member(1, 'b'), member(1, 'c'), member(1, 'd')])).toEqual([
      [2, 'b'],
      [1, 'a'],
      [3, 'c'],
    ])
  })
})
