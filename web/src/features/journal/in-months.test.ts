import { expect, it } from 'vitest'
import type { Catch } from '../../data/catches/pages-query.ts'
import { newWaiting } from '../../data/catches/waiting-record.ts'
import { inMonths } from './in-months.ts'

const stored = (id: string, caught_on: string): Catch => ({
  id,
  caught_on,
  grams: 10_000,
  variety: 'mirror',
  visibility: 'me',
  words: '',
  photo_path: null,
  created_at: '',
  updated_at: '',
  is_best: false,
  month_count: 2,
  month_grams: 20_000,
})

const waiting = (id: string, caught_on: string) => {
  const { grams, variety, visibility, words, photo_path } = stored(id, caught_on)
  return newWaiting('tom', id, { grams, variety, visibility: visibility ?? 'me', words, photo_path, caught_on }, null)
}

it('puts waiting catches at their place, and counts them apart', () => {
  const months = inMonths(
    [stored('b', '2026-11-20'), stored('a', '2026-11-10'), stored('z', '2026-09-01')],
    [waiting('first', '2026-11-20'), waiting('old', '2026-10-05'), waiting('second', '2026-11-20')],
  )
  const shown = months.map(({ month, entries, count, waiting }) => [
    month,
    entries.map((entry) => entry.one?.id ?? entry.waiting?.requestId).join(' '),
    count,
    waiting,
  ])
  expect(shown).toEqual([
    ['2026-11', 'second first b a', 2, 2],
    ['2026-10', 'old', 0, 1],
    ['2026-09', 'z', 2, 0],
  ])
})

it('has no months without catches', () => {
  expect(inMonths([], [])).toEqual([])
})
