// @vitest-environment happy-dom

import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useSendWaiting } from './use-send-waiting.ts'

const send = vi.fn(async () => undefined)
const show = (waits: boolean) =>
  renderHook(({ waits }) => useSendWaiting(send, waits), { initialProps: { waits } }).rerender

function beOnline(online: boolean) {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(online)
  act(() => {
    dispatchEvent(new Event(online ? 'online' : 'offline'))
  })
}

beforeEach(() => {
  vi.useFakeTimers()
  send.mockClear()
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

it('sends when the journal opens, and again for as long as something waits', () => {
  beOnline(true)
  const change = show(true)
  expect(send).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(60_000)
  expect(send).toHaveBeenCalledTimes(3)
  change({ waits: false })
  send.mockClear()
  vi.advanceTimersByTime(60_000)
  expect(send).not.toHaveBeenCalled()
  change({ waits: true })
  expect(send).toHaveBeenCalledTimes(1)
})

it('sends nothing without a line, and at once when there is one', () => {
  beOnline(false)
  show(true)
  vi.advanceTimersByTime(60_000)
  expect(send).not.toHaveBeenCalled()
  beOnline(true)
  expect(send).toHaveBeenCalledTimes(1)
})
