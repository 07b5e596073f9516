import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { failSoonOffline } from './fail-soon-offline.ts'

const never = () => new Promise<Response>(() => {})

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

it('gives up after two seconds while the browser has no network', async () => {
  vi.stubGlobal('navigator', { onLine: false })
  const outcome = failSoonOffline(never)('/').catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(await outcome).toBeInstanceOf(TypeError)
})

it('hears whoever answers without a network', async () => {
  vi.stubGlobal('navigator', { onLine: false })
  const answer = new Response('here')
  expect(await failSoonOffline(async () => answer)('/')).toBe(answer)
  await vi.waitFor(() => expect(vi.getTimerCount()).toBe(0))
})

it('waits as long as it takes with a network', async () => {
  vi.stubGlobal('navigator', { onLine: true })
  const settled = vi.fn()
  failSoonOffline(never)('/').then(settled, settled)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(settled).not.toHaveBeenCalled()
})
