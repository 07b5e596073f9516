import { expect, it } from 'vitest'
import type { RankedMember } from '../../data/leaderboard/ranking-query.ts'
import { placesAround } from './places-around.ts'

const place = (username: string, rank: number, points: number): RankedMember => ({
  username,
  rank,
  points,
  avatar_url: '',
  badge_count: 0,
})
const ranking = [
  place('ann', 1, 90),
  place('bob', 2, 70),
  place('cat', 2, 70),
  place('dan', 4, 50),
  place('eve', 5, 10),
]
const names = (username: string) => placesAround(ranking, username)?.places.map((one) => one.username)

it('has the place above and the one below', () => {
  expect(names('dan')).toEqual(['cat', 'dan', 'eve'])
  expect(placesAround(ranking, 'dan')?.ahead).toEqual({ username: 'cat', gap: 20 })
})

it('has two places of one side at the ends, and all of a short ranking', () => {
  expect(names('ann')).toEqual(['ann', 'bob', 'cat'])
  expect(placesAround(ranking, 'ann')?.ahead).toBeUndefined()
  expect(names('eve')).toEqual(['cat', 'dan', 'eve'])
  expect(placesAround(ranking.slice(0, 1), 'ann')?.places).toHaveLength(1)
})

it('counts the distance to more points, past members with as many', () => {
  expect(placesAround(ranking, 'cat')?.ahead).toEqual({ username: 'ann', gap: 20 })
})

it('has no place for a member who is not ranked', () => {
  expect(placesAround(ranking, 'zed')).toBeUndefined()
})
