// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest'
import { keepLastCopy, readLastCopy } from './last-copy.ts'
import { deleteDataOfOthers, LAST_COPY } from './own-device.ts'

afterEach(() => localStorage.clear())

it('returns a stored list to its reader only', () => {
  keepLastCopy('games', 'tom', { data: [1, 2], readAt: 5 })
  expect(readLastCopy('games', 'tom')).toEqual({ data: [1, 2], readAt: 5 })
  expect(readLastCopy('games', 'mel')).toBeUndefined()
  expect(readLastCopy('games', undefined)).toBeUndefined()
  expect(readLastCopy('leaderboard', 'tom')).toBeUndefined()
})

it('stays on the device for its reader only', async () => {
  keepLastCopy('games', 'tom', { data: ['"reader":"mel",'], readAt: 5 })
  await deleteDataOfOthers('tom')
  expect(readLastCopy('games', 'tom')).toBeDefined()
  await deleteDataOfOthers('pat')
  expect(Object.keys(localStorage)).toEqual(['bankside-owner'])
})

it('keeps the list of a guest for guests', () => {
  keepLastCopy('leaderboard', undefined, { data: ['a'], readAt: 5 })
  expect(readLastCopy('leaderboard', undefined)?.data).toEqual(['a'])
  expect(readLastCopy('leaderboard', 'tom')).toBeUndefined()
})

it.each([
  '',
  '{',
  '5',
  '{"version":0,"reader":"tom","readAt":5,"data":[]}',
  '{"version":1,"reader":"tom","readAt":5,"data":5}',
])('ignores %j', (stored) => {
  localStorage.setItem(`${LAST_COPY}games`, stored)
  expect(readLastCopy('games', 'tom')).toBeUndefined()
})
