import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { failSoonOffline } from './fail-soon-offline.ts'

const never = () => new Promise<Response>(() => {})

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

it('fails after two seconds while the browser is offline', async () => {
  vi.stubGlobal('navigator', { onLine: false })
  const outcome = failSoonOffline(never)('/').catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(await outcome).toBeInstanceOf(TypeError)
})

it('passes on an answer that arrives while offline', async () => {
  vi.stubGlobal('navigator', { onLine: false })
  const answer = new Response('here')
  expect(await failSoonOffline(async () => answer)('/')).toBe(answer)
  await vi.waitFor(() => expect(vi.getTimerCount()).toBe(0))
})

it('waits for the answer without a limit while online', async () => {
  vi.stubGlobal('navigator', { onLine: true })
  const settled = vi.fn()
  failSoonOffline(never)('/').then(settled, settled)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(settled).not.toHaveBeenCalled()
})
