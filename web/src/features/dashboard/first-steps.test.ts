import { describe, expect, it } from 'vitest'
import type { Figures } from '../../data/dashboard/figures-query.ts'
import { isNew, stepsTaken } from './first-steps.ts'

const NOTHING: Figures = {
  points: 0,
  level: { name: 'Bank Walker', points: 0, earned: 0, next_name: null, next_points: null },
  badges: 0,
  posts: 0,
  comments: 0,
  reactions: 0,
  entries: 0,
  hasPhoto: false,
  history: [],
}

describe('a new member', () => {
  const now = new Date('2026-11-28T12:00:00Z')
  it.each([
    ['2026-11-28T12:00:00Z', true],
    ['2026-11-14T12:00:01Z', true],
    ['2026-11-14T12:00:00Z', false],
    // By the clock of a device that is late.
    ['2026-11-28T18:00:00Z', true],
    ['2027-11-28T12:00:00Z', false],
    ['nonsense', false],
    [undefined, false],
  ])('who joined at %s is one on 28 November: %s', (joinedAt, is) => {
    expect(isNew(joinedAt, now)).toBe(is)
  })

  it.each<[string, Partial<Figures>, number, string[]]>([
    ['has joined', {}, 0, ['join']],
    ['has entered a game', { entries: 1 }, 0, ['game', 'join']],
    ['has a picture', { hasPhoto: true }, 0, ['photo', 'join']],
    ['has written a post', { posts: 1 }, 0, ['hello', 'join']],
    ['has written a comment', { comments: 1 }, 0, ['hello', 'join']],
    ['has only reacted', { reactions: 1 }, 0, ['join']],
    ['has invited a friend', {}, 1, ['friend', 'join']],
    ['has done everything', { entries: 2, hasPhoto: true, posts: 1 }, 1, ['game', 'photo', 'hello', 'friend', 'join']],
  ])('%s', (_, figures, total, taken) => {
    expect([...stepsTaken({ ...NOTHING, ...figures }, { total })]).toEqual(taken)
  })
})
