import { describe, expect, it } from 'vitest'
import type { ConsoleGame } from '../../data/games/console-game.ts'
import { activationObstacle, activationWords, completionWords, deletionWords, prizeWords } from './game-words.ts'

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
  it('stands in the way of a guessing game without answer, and of any game that is over', () => {
    expect(activationObstacle(game(), now)).toBeUndefined()
    expect(activationObstacle(game({ commitment: null }), now)).toContain('winning square is missing')
    expect(activationObstacle(game({ commitment: null, type: 'guess_weight' }), now)).toContain(
      'actual weight is missing',
    )
    expect(activationObstacle(game({ commitment: null, type: 'carp_of_week' }), now)).toBeUndefined()
    expect(activationObstacle(game({ endDate: now.toISOString() }), now)).toContain('end date is over')
  })

  it('says from when members can enter, and that the answer is sealed where there is one', () => {
    const later = activationWords(game({ startDate: '2026-11-22T12:00:00Z' }), now).join(' ')
    expect(later).toContain('can enter from')
    expect(later).toContain('sealed')
    expect(activationWords(game({ type: 'carp_of_week' }), now).join(' ')).not.toMatch(/from|sealed/)
  })
})

describe('before completing', () => {
  const words = (fields: Partial<ConsoleGame>) => completionWords(game({ state: 'active', ...fields }), now).join(' ')

  it('names the entries, what is won, and that members could still enter', () => {
    expect(words({ entryCount: 3 })).toMatch(/has 3 entries.*still enter until.*winning square wins 100 points/)
    expect(words({ entryCount: 1, endDate: now.toISOString() })).not.toContain('still enter')
    expect(words({ type: 'guess_weight', entryCount: 1 })).toContain('closest to the actual weight wins 100 points')
    expect(words({ type: 'carp_of_week', entryCount: 1 })).toContain('300, 200 and 100 points')
  })

  it('says that a game without entries has no winner', () => {
    expect(words({})).toContain('It ends without a winner.')
  })
})

describe('deleting', () => {
  it('names the entries that go, and what stays', () => {
    expect(deletionWords(game())).toBe('Are you sure you want to delete Winter opener? This action cannot be undone.')
    expect(deletionWords(game({ entryCount: 2, state: 'completed' }))).toContain(
      'Its 2 entries are deleted with it. Points and prizes already given stay.',
    )
  })
})

describe('the prize of a completed game', () => {
  it.each([
    ['awarded', true, 'The prize package Box went to the earliest first place.'],
    ['no winner', false, 'The prize package Box was not given: nobody won.'],
    ['inactive', false, 'The prize package Box was not given: it is inactive.'],
    ['out of stock: Alarm', false, 'The prize package Box was not given: out of stock: Alarm.'],
  ])('%s', (prize, given, text) => {
    expect(prizeWords(game({ prize, packageName: 'Box' }))).toEqual({ given, text })
  })

  it('is not spoken of before', () => {
    expect(prizeWords(game({ packageName: 'Box' }))).toBeUndefined()
  })
})
