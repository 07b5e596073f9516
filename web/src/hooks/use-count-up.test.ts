// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useCountUp } from './use-count-up.ts'

let less = false
beforeEach(() => {
  less = false
  vi.useFakeTimers({ toFake: ['requestAnimationFrame', 'cancelAnimationFrame', 'performance'] })
  vi.stubGlobal('matchMedia', () => ({ matches: less }))
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))

it('shows the first value at once, and counts to the next within 420 ms', () => {
  const { result, rerender } = renderHook(({ value }) => useCountUp(value), { initialProps: { value: 100 } })
  expect(result.current).toBe(100)
  rerender({ value: 200 })
  pass(200)
  expect(result.current).toBeGreaterThan(100)
  expect(result.current).toBeLessThan(200)
  pass(300)
  expect(result.current).toBe(200)
})

it('changes direction when the value changes again while counting', () => {
  const { result, rerender } = renderHook(({ value }) => useCountUp(value), { initialProps: { value: 0 } })
  rerender({ value: 1_000 })
  pass(100)
  rerender({ value: -50 })
  pass(500)
  expect(result.current).toBe(-50)
})

it('does not animate with reduced motion', () => {
  less = true
  const { result, rerender } = renderHook(({ value }) => useCountUp(value), { initialProps: { value: 100 } })
  rerender({ value: 200 })
  expect(result.current).toBe(200)
})
