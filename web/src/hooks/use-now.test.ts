// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useNow } from './use-now.ts'

const START = Date.parse('2026-11-21T12:00:00Z')
const after = (seconds: number) => new Date(START + seconds * 1000)

beforeEach(() => void vi.useFakeTimers({ now: START }))
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

it('is renewed every minute, and at the moment that is waited for', () => {
  const { result } = renderHook(() => useNow(after(90).toISOString()))
  expect(result.current).toEqual(after(0))
  act(() => void vi.advanceTimersByTime(60_000))
  expect(result.current).toEqual(after(60))
  act(() => void vi.advanceTimersByTime(30_000))
  expect(result.current).toEqual(after(90))
})

it('is renewed at each of several moments, also when the screen is drawn anew between a moment and its timer', () => {
  const { result, rerender } = renderHook(() => useNow(after(100).toISOString(), after(45).toISOString()))
  // The clock jumps, as after a sleep: no timer has rung yet.
  vi.setSystemTime(after(50))
  rerender()
  expect(result.current).toEqual(after(0))
  act(() => void vi.advanceTimersByTime(45_000))
  expect(result.current).toEqual(after(95))
  act(() => void vi.advanceTimersByTime(5_000))
  expect(result.current).toEqual(after(100))
})

it('is renewed at once when that moment came while the screen was drawn', () => {
  const { result } = renderHook(() => {
    const now = useNow(after(90).toISOString())
    if (now.getTime() === START) vi.setSystemTime(after(95))
    return now
  })
  act(() => void vi.advanceTimersByTime(1))
  expect(result.current).toEqual(after(95))
})

it('is left alone by a moment that was past already', () => {
  const { result } = renderHook(() => useNow(after(-5).toISOString()))
  expect(result.current).toEqual(after(0))
})
