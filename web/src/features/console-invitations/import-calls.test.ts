import { expect, it } from 'vitest'
import { callsFor, withAnswers } from './import-calls.ts'
import type { ImportRow } from './import-rows.ts'

const written = { address: '', name: '', joined: '', points: '' }
const ROWS: ImportRow[] = Array.from({ length: 452 }, (_, at) =>
  at < 2
    ? { row: at + 2, written, problem: 'wrong' }
    : { row: at + 2, written, member: { address: `${at}@carp.test`, name: null, joined: null, points: null } },
)

it('the rows go in calls of 200 at most, each with its own request', () => {
  const calls = callsFor(ROWS)
  expect(calls.map(({ members }) => members.length)).toEqual([200, 200, 50])
  expect(new Set(calls.map(({ request }) => request)).size).toBe(3)
  expect(calls[1]?.rows[0]).toBe(204)
  expect(calls[1]?.members[0]?.address).toBe('202@carp.test')
  expect(callsFor(ROWS.slice(0, 2))).toEqual([])
})

it('each answer belongs to its row', () => {
  const [first] = callsFor(ROWS.slice(0, 4))
  if (!first) throw new Error('no call')
  expect(withAnswers({ done: 0, answers: new Map([[1, 'recent' as const]]) }, first, ['invited', 'member'])).toEqual({
    done: 1,
    answers: new Map([
      [1, 'recent'],
      [4, 'invited'],
      [5, 'member'],
    ]),
  })
})
