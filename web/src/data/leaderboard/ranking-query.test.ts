import { expect, it } from 'vitest'
import { type RankedMember, sortByRank } from './ranking-query.ts'

const member = (rank: number, username: string): RankedMember => ({
  rank,
  username,
  avatar_url: '',
  badge_count: 0,
  points: 0,
})

it('orders by rank, and members with the same rank alphabetically without regard to case', () => {
  const mixed = [member(3, 'cara'), member(1, 'bob'), member(1, 'Zed'), member(1, 'Amy')]
  expect(sortByRank(mixed).map(({ username }) => username)).toEqual(['Amy', 'bob', 'Zed', 'cara'])
})
