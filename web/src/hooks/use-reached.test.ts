// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useReached } from './use-reached.ts'

const NOON = '2026-11-21T12:00:00Z'

beforeEach(() => {
  vi.useFakeTimers()
  vi.setSystemTime('2026-11-21T11:59:00Z')
})
afterEach(() => vi.useRealTimers())

it('becomes true by itself when the moment comes', () => {
  const { result } = renderHook(() => useReached(NOON))
  expect(result.current).toBe(false)
  act(() => vi.advanceTimersByTime(59_000))
  expect(result.current).toBe(false)
  act(() => vi.advanceTimersByTime(1_100))
  expect(result.current).toBe(true)
})

it('waits for a moment beyond the range of timers', () => {
  const { result } = renderHook(() => useReached('2027-02-01T12:00:00Z'))
  act(() => vi.advanceTimersByTime(30 * 86_400_000))
  expect(result.current).toBe(false)
  act(() => vi.advanceTimersByTime(43 * 86_400_000))
  expect(result.current).toBe(true)
})

it('is true for the past, and false without a moment or for an invalid date', () => {
  expect(renderHook(() => useReached('2026-11-20T00:00:00Z')).result.current).toBe(true)
  expect(renderHook(() => useReached(undefined)).result.current).toBe(false)
  expect(renderHook(() => useReached('soon')).result.current).toBe(false)
})
