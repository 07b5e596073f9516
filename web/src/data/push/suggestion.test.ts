import { afterEach, expect, test, vi } from 'vitest'
import { maySuggestPush, notePushDeclined } from './suggestion.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function storage() {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  })
}

test('a member who declines is asked once more, after 30 days, and then never again', () => {
  storage()
  vi.useFakeTimers({ now: Date.UTC(2026, 11, 1) })
  expect(maySuggestPush()).toBe(true)
  notePushDeclined()
  expect(maySuggestPush()).toBe(false)
  vi.setSystemTime(Date.UTC(2026, 11, 30, 23))
  expect(maySuggestPush()).toBe(false)
  vi.setSystemTime(Date.UTC(2026, 11, 31))
  expect(maySuggestPush()).toBe(true)
  notePushDeclined()
  vi.setSystemTime(Date.UTC(2028, 1, 1))
  expect(maySuggestPush()).toBe(false)
})

test('a member is not asked where the answer cannot be stored', () => {
  vi.stubGlobal('localStorage', undefined)
  expect(maySuggestPush()).toBe(false)
})
