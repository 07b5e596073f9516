// @vitest-environment happy-dom
import { QueryClient } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'
import { runWaiting } from './waiting-run.ts'
import type { SendResult } from './waiting-send.ts'

const { sendWaiting } = vi.hoisted(() => ({ sendWaiting: vi.fn<(userId: string) => Promise<SendResult>>() }))
vi.mock('./waiting-send.ts', () => ({ sendWaiting }))
vi.mock('./waiting-tools.ts', () => ({ waitingTools: {} }))
vi.mock('./waiting-store.ts', async () => {
  const { memoryWaitingStore } = await import('../../testing/memory-waiting-store.ts')
  return { waitingStore: memoryWaitingStore() }
})

it('runs once for each member at a time', async () => {
  const queries = new QueryClient()
  const ends: (() => void)[] = []
  const result: SendResult = { sent: 0, refused: 0, bests: 0, end: 'all' }
  sendWaiting.mockImplementation(() => new Promise((resolve) => ends.push(() => resolve(result))))
  const runs = ['tom', 'tom', 'finn'].map((userId) => runWaiting(userId, queries))
  await vi.waitFor(() => expect(ends).toHaveLength(2))
  expect(sendWaiting.mock.calls.map(([userId]) => userId)).toEqual(['tom', 'finn'])
  for (const end of ends) end()
  await Promise.all(runs)
  const again = runWaiting('tom', queries)
  await vi.waitFor(() => expect(ends).toHaveLength(3))
  ends[2]?.()
  expect(await again).toEqual(result)
})
