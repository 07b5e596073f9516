import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Row } from '../db/port.ts'
import { createLogger } from '../kernel/logger.ts'
import { type Change, createChangeFeed } from './change-feed.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const change: Change = { relation: '1', kind: 'INSERT', at: '2026-01-01T00:00:00.000Z', key: '{"id": 7}' }

/** A started feed on a database that counts readings. */
async function startedFeed(deliveryMs = 0) {
  const readings: number[] = []
  const delivered: (readonly Change[])[] = []
  let committed: Change[] = []
  const query = async <R extends Row>(text: string) => {
    if (!text.includes('engine.changes')) return [{ snapshot: '1:1:' }] as unknown as R[]
    readings.push(performance.now() - began)
    const page = committed.map((item, n) => ({ ...item, id: String(n + 1), snapshot: '2:2:' }))
    committed = []
    return (page.length > 0 ? page : [{ id: null, snapshot: '2:2:' }]) as unknown as R[]
  }
  const began = performance.now()
  const feed = createChangeFeed(
    { query },
    {
      async onChanges(changes) {
        delivered.push(changes)
        if (deliveryMs > 0) await new Promise((resolve) => setTimeout(resolve, deliveryMs))
      },
      onGap: () => {},
      isWanted: () => true,
    },
    createLogger('silent'),
  )
  await feed.start()
  const commit = () => void committed.push(change)
  return { feed, readings, delivered, commit }
}

it('reads ten times a second while nothing wakes it', async () => {
  const { feed, readings } = await startedFeed()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(readings).toHaveLength(10)
  await feed.close()
})

it('reads at once when it is woken, and again for commits that sent no notification', async () => {
  const { feed, readings, delivered, commit } = await startedFeed()
  await vi.advanceTimersByTimeAsync(50)
  commit()
  feed.wake()
  await vi.advanceTimersByTimeAsync(0)
  expect(delivered).toHaveLength(1)
  commit()
  await vi.advanceTimersByTimeAsync(25)
  expect(delivered).toHaveLength(2)
  await vi.advanceTimersByTimeAsync(275)
  expect(readings).toEqual([50, 75, 100, 125, 150, 250, 350])
  await feed.close()
})

it('reads a burst of writes together', async () => {
  const { feed, readings, delivered, commit } = await startedFeed()
  for (let i = 0; i < 200; i += 1) {
    commit()
    feed.wake()
    await vi.advanceTimersByTimeAsync(1)
  }
  expect(readings).toHaveLength(8)
  expect(delivered.flat().length).toBeGreaterThan(150)
  await feed.close()
})

it('pauses longer when delivery is slow, but never longer than while idle', async () => {
  const { feed, readings, commit } = await startedFeed(20)
  commit()
  for (let i = 0; i < 300; i += 1) {
    feed.wake()
    commit()
    await vi.advanceTimersByTimeAsync(1)
  }
  expect(readings).toEqual([25, 105, 185, 265])
  await feed.close()
})

it('reads nothing when it is woken before the start or after the close', async () => {
  const { feed, readings } = await startedFeed()
  await feed.close()
  feed.wake()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(readings).toEqual([])
})
