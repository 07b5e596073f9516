import { describe, expect, it } from 'vitest'
import type { FirstSession } from '../../../../contract/src/column-types.ts'
import type { Figures } from '../../data/dashboard/figures-query.ts'
import { isCatchFirst, isNew, stepsTaken } from './first-steps.ts'

const SESSION: FirstSession = {
  photo: 10,
  hello: 10,
  game: 10,
  friend: 100,
  taken: [],
  has_catch: false,
  is_proved: false,
}
const NOTHING: Figures = {
  points: 0,
  level: { name: 'Bank Walker', points: 0, earned: 0, next_name: null, next_points: null },
  badges: 0,
  posts: 0,
  comments: 0,
  reactions: 0,
  entries: 0,
  hasPhoto: false,
  firstSession: null,
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
    ['has deleted the first post', { firstSession: { ...SESSION, taken: ['hello'] } }, 0, ['hello', 'join']],
    [
      'has removed the picture, and entered a game that was deleted',
      { firstSession: { ...SESSION, taken: ['photo', 'game'] } },
      0,
      ['game', 'photo', 'join'],
    ],
    ['has logged a catch while a game is open', { firstSession: { ...SESSION, has_catch: true } }, 0, ['join']],
    ['has done everything', { entries: 2, hasPhoto: true, posts: 1 }, 1, ['game', 'photo', 'hello', 'friend', 'join']],
  ])('%s', (_, figures, total, taken) => {
    expect([...stepsTaken({ ...NOTHING, ...figures }, { total }, true)]).toEqual(taken)
  })

  it('logs a first catch instead of a first game while none is open', () => {
    const figures = { ...NOTHING, firstSession: { ...SESSION, has_catch: true } }
    expect(isCatchFirst(figures, false)).toBe(true)
    expect([...stepsTaken(figures, { total: 0 }, false)]).toEqual(['game', 'join'])
    expect([...stepsTaken({ ...figures, firstSession: SESSION }, { total: 0 }, false)]).toEqual(['join'])
    expect(isCatchFirst({ ...figures, entries: 1 }, false)).toBe(false)
    expect(isCatchFirst(figures, true)).toBe(false)
  })
})
