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

const seen = (ranking: RankedMember[]) =>
  arrange(ranking).podium.map((step) => [step.seat, step.member.username, step.metal])

describe('arrange', () => {
  it('puts the first in the middle, the second at the left, the third at the right', () => {
    expect(seen([member(1, 'a'), member(2, 'b'), member(3, 'c')])).toEqual([
      [2, 'b', 'silver'],
      [1, 'a', 'gold'],
      [3, 'c', 'bronze'],
    ])
  })

  it('begins the list with the fourth, in the order given', () => {
    const ranking = ['a', 'b', 'c', 'd', 'e'].map((name, i) => member(i + 1, name))
    expect(arrange(ranking).list.map((row) => row.username)).toEqual(['d', 'e'])
  })

  it('leaves the seats empty that nobody has earned', () => {
    expect(seen([member(1, 'a'), member(2, 'b')])).toEqual([
      [2, 'b', 'silver'],
      [1, 'a', 'gold'],
    ])
    expect(seen([member(1, 'a')])).toEqual([[1, 'a', 'gold']])
    expect(arrange([])).toEqual({ podium: [], list: [] })
  })

  it('gives members who share a rank the same metal', () => {
    expect(seen([member(1, 'a'), member(1, 'b'), member(3, 'c')])).toEqual([
      [2, 'b', 'gold'],
      [1, 'a', 'gold'],
      [3, 'c', 'bronze'],
    ])
    expect(seen([member(1, 'a'), member(1, 'b'), member(1, 'c'), member(1, 'd')])).toHaveLength(3)
  })

  it('gives no metal to a rank below the third', () => {
    expect(seen([member(1, 'a'), member(2, 'b'), member(2, 'c')])[2]).toEqual([3, 'c', 'silver'])
  })
})
