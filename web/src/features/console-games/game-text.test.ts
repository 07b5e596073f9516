import { describe, expect, it } from 'vitest'
import type { ConsoleGame } from '../../data/games/console-game.ts'
import { activationObstacle, activationText, completionText, deletionText, prizeText } from './game-text.ts'

const now = new Date('2026-11-21T12:00:00Z')
const game = (fields: Partial<ConsoleGame> = {}): ConsoleGame => ({
  id: 'a',
  type: 'pick_swim',
  title: 'Winter opener',
  description: '',
  imageUrl: null,
  startDate: '2026-11-20T12:00:00Z',
  endDate: '2026-11-28T12:00:00Z',
  state: 'draft',
  winnerPoints: 100,
  placePoints: [300, 200, 100],
  packageId: null,
  packageName: null,
  unit: 'kg',
  commitment: 'ab'.repeat(32),
  prize: null,
  entryCount: 0,
  updatedAt: '2026-11-20T12:00:00Z',
  ...fields,
})

describe('before activating', () => {
  it('refuses a guessing game without an answer, and any game that has ended', () => {
    expect(activationObstacle(game(), now)).toBeUndefined()
    expect(activationObstacle(game({ commitment: null }), now)).toContain('winning square is missing')
    expect(activationObstacle(game({ commitment: null, type: 'guess_weight' }), now)).toContain(
      'actual weight is missing',
    )
    expect(activationObstacle(game({ commitment: null, type: 'carp_of_week' }), now)).toBeUndefined()
    expect(activationObstacle(game({ endDate: now.toISOString() }), now)).toContain('end date has passed')
  })

  it('states when members can enter, and that an answer is sealed', () => {
    const later = activationText(game({ startDate: '2026-11-22T12:00:00Z' }), now).join(' ')
    expect(later).toContain('can enter from')
    expect(later).toContain('sealed')
    expect(activationText(game({ type: 'carp_of_week' }), now).join(' ')).not.toMatch(/from|sealed/)
  })
})

describe('before completing', () => {
  const text = (fields: Partial<ConsoleGame>) => completionText(game({ state: 'active', ...fields }), now).join(' ')

  it('states the entries, the points, and when entries would have closed', () => {
    expect(text({ entryCount: 3 })).toMatch(/has 3 entries.*Entries would close on.*winning square wins 100 points/)
    expect(text({ entryCount: 1, endDate: now.toISOString() })).not.toContain('would close')
    expect(text({ type: 'guess_weight', entryCount: 1 })).toContain('closest to the actual weight wins 100 points')
    expect(text({ type: 'carp_of_week', entryCount: 1 })).toContain('300, 200 and 100 points')
  })

  it('states that a game without entries has no winner', () => {
    expect(text({})).toContain('It ends without a winner.')
  })
})

describe('deleting', () => {
  it('states the entries that are deleted, and what is kept', () => {
    expect(deletionText(game())).toBe('Are you sure you want to delete Winter opener? This action cannot be undone.')
    expect(deletionText(game({ entryCount: 2, state: 'completed' }))).toContain(
      'Its 2 entries are deleted with it. Points and prizes already awarded are kept.',
    )
  })
})

describe('the prize of a completed game', () => {
  it.each([
    ['awarded', true, 'The prize package Box went to the first-placed member with the earliest entry.'],
    ['no winner', false, 'The prize package Box was not awarded: nobody won.'],
    ['inactive', false, 'The prize package Box was not awarded: it is inactive.'],
    ['out of stock: Alarm', false, 'The prize package Box was not awarded: out of stock: Alarm.'],
  ])('%s', (prize, given, text) => {
    expect(prizeText(game({ prize, packageName: 'Box' }))).toEqual({ given, text })
  })

  it('is undefined before', () => {
    expect(prizeText(game({ packageName: 'Box' }))).toBeUndefined()
  })
})
