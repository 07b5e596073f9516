import { expect, test } from 'vitest'
import { gameTimeLeft } from './time-words.ts'

const now = new Date('2026-11-21T12:00:00Z')

test.each([
  ['2026-11-23T18:59:00Z', '2 days 6 hours left'],
  ['2026-11-22T12:30:00Z', '1 day left'],
  ['2026-11-21T21:59:59Z', '9 hours left'],
  ['2026-11-21T13:00:00Z', '1 hour left'],
  ['2026-11-21T12:42:30Z', '42 minutes left'],
  ['2026-11-21T12:00:05Z', '1 minute left'],
])('until %s it is %s', (end, words) => {
  expect(gameTimeLeft(end, now)).toBe(words)
})
