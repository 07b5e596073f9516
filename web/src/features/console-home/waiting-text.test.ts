import { describe, expect, it } from 'vitest'
import type { Waiting } from '../../data/overview/console-waiting-query.ts'
import { comingText, doneText, settleText, stockText, toDo, waitText } from './waiting-text.ts'

const NOW = new Date('2026-11-22T06:40:00Z')
const before = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000).toISOString()

describe('how long something has waited', () => {
  it.each([
    [0, '1 minute'],
    [1.99, '1 minute'],
    [59, '59 minutes'],
    [60, '1 hour'],
    [23 * 60 + 59, '23 hours'],
    [24 * 60, '1 day'],
    [13 * 24 * 60 + 600, '13 days'],
    [-5, '1 minute'],
  ])('after %d minutes is %s', (minutes, text) => {
    expect(waitText(before(minutes), NOW)).toBe(text)
  })

  it('is a minute for a moment that cannot be read', () => {
    expect(waitText('infinity', NOW)).toBe('1 minute')
  })
})

describe('a game that ended', () => {
  const game = { id: 'g', title: 'G', end_date: before(1) }
  it('says how many photos there are and how many places are chosen', () => {
    expect(settleText({ ...game, type: 'carp_of_week', entries: 9, places: 2 })).toBe('9 photos, 2 of 3 places chosen')
    expect(settleText({ ...game, type: 'carp_of_week', entries: 1, places: 0 })).toBe('1 photo, 0 of 1 places chosen')
  })
  it('says how many guessed or entered', () => {
    expect(settleText({ ...game, type: 'guess_weight', entries: 1, places: 0 })).toBe('1 guess')
    expect(settleText({ ...game, type: 'pick_swim', entries: 2, places: 0 })).toBe('2 entries')
  })
})

it('stock says what is left and whether a game promises it', () => {
  const prize = { id: 'i', package_id: 'p', title: 'P', type: 'physical' as const, image_url: null }
  expect(stockText({ ...prize, remaining: 0, quantity: 1, is_promised: true })).toBe('None left, promised by a game')
  expect(stockText({ ...prize, remaining: 200, quantity: 1_000, is_promised: false })).toBe('200 of 1,000 left')
})

it('what comes next says what happens and when', () => {
  const at = new Date(NOW.getTime() + 60_000)
  const today = /today, \d/
  expect(comingText({ kind: 'video', id: 'v', title: 'V', at: at.toISOString() }, NOW)).toMatch(/^Live video, today/)
  expect(comingText({ kind: 'game_start', id: 'g', title: 'G', at: at.toISOString() }, NOW)).toMatch(today)
  expect(comingText({ kind: 'game_end', id: 'g', title: 'G', at: '2026-12-24T12:00:00Z' }, NOW)).toMatch(/^Closes Thu/)
})

describe('what was done today', () => {
  it('names the common acts and counts the others', () => {
    expect(
      doneText([
        { action: 'award_badge', count: 14 },
        { action: 'edit_claim', count: 1 },
        { action: 'edit_card', count: 1 },
        { action: 'edit_video', count: 2 },
      ]),
    ).toBe('14 badges awarded, 1 claim updated, 3 other changes.')
  })
  it('is a number of changes when none is common', () => {
    expect(doneText([{ action: 'edit_card', count: 1 }])).toBe('1 change.')
  })
  it('is nothing when nothing was done', () => {
    expect(doneText([])).toBeUndefined()
  })
})

it('counts everything that waits', () => {
  const waiting = {
    claims: { count: 1 },
    games: { count: 2 },
    prizes: { count: 3 },
    reports: { count: 5 },
    appeals: { count: 6 },
    records: { count: 7 },
    undelivered: 4,
  }
  expect(toDo(waiting as Waiting)).toBe(28)
})
