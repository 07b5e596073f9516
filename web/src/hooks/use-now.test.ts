// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react'
import { useLayoutEffect } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { noteServerTime } from '../lib/server-clock.ts'
import { useNow } from './use-now.ts'

const START = Date.parse('2026-11-21T12:00:00Z')
const after = (seconds: number) => new Date(START + seconds * 1000)

beforeEach(() => void vi.useFakeTimers({ now: START }))
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

it('updates every minute, and at the given moment', () => {
  const { result } = renderHook(() => useNow(after(90).toISOString()))
  expect(result.current).toEqual(after(0))
  act(() => void vi.advanceTimersByTime(60_000))
  expect(result.current).toEqual(after(60))
  act(() => void vi.advanceTimersByTime(30_000))
  expect(result.current).toEqual(after(90))
})

it('updates at each of several moments, also when a render falls between a moment and its timer', () => {
  const { result, rerender } = renderHook(() => useNow(after(100).toISOString(), after(45).toISOString()))
  // The clock jumps, as after sleep: no timer has fired yet.
  vi.setSystemTime(after(50))
  rerender()
  expect(result.current).toEqual(after(0))
  act(() => void vi.advanceTimersByTime(45_000))
  expect(result.current).toEqual(after(95))
  act(() => void vi.advanceTimersByTime(5_000))
  expect(result.current).toEqual(after(100))
})

it('updates at once when the moment passed during the render', () => {
  const { result } = renderHook(() => {
    const now = useNow(after(90).toISOString())
    if (now.getTime() === START) vi.setSystemTime(after(95))
    return now
  })
  act(() => void vi.advanceTimersByTime(1))
  expect(result.current).toEqual(after(95))
})

it('ignores a moment in the past', () => {
  const { result } = renderHook(() => useNow(after(-5).toISOString()))
  expect(result.current).toEqual(after(0))
})

it('shows the corrected time when the clock is corrected between the first render and the subscription', () => {
  const { result } = renderHook(() => {
    const now = useNow()
    useLayoutEffect(() => noteServerTime(after(-172_800).toUTCString(), START), [])
    return now
  })
  expect(result.current).toEqual(after(-172_800))
})
