import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Row } from '../db/port.ts'
import { createLogger } from '../kernel/logger.ts'
import { type Change, createChangeFeed } from './change-feed.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const change: Change = { relation: '1', kind: 'INSERT', at: '2026-01-01T00:00:00.000Z', key: '{"id": 7}' }

/** A started feed on a database that counts readings. */
async function startedFeed(tellMs = 0) {
  const readings: number[] = []
  const told: (readonly Change[])[] = []
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
        told.push(changes)
        if (tellMs > 0) await new Promise((resolve) => setTimeout(resolve, tellMs))
      },
      onGap: () => {},
      isWanted: () => true,
    },
    createLogger('silent'),
  )
  await feed.start()
  const commit = () => void committed.push(change)
  return { feed, readings, told, commit }
}

it('reads ten times a second while nothing wakes it', async () => {
  const { feed, readings } = await startedFeed()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(readings).toHaveLength(10)
  await feed.close()
})

it('reads at once when it is woken, and again for what was committed without a word', async () => {
  const { feed, readings, told, commit } = await startedFeed()
  await vi.advanceTimersByTimeAsync(50)
  commit()
  feed.wake()
  await vi.advanceTimersByTimeAsync(0)
  expect(told).toHaveLength(1)
  commit()
  await vi.advanceTimersByTimeAsync(25)
  expect(told).toHaveLength(2)
  await vi.advanceTimersByTimeAsync(275)
  expect(readings).toEqual([50, 75, 100, 125, 150, 250, 350])
  await feed.close()
})

it('reads a burst of writes together', async () => {
  const { feed, readings, told, commit } = await startedFeed()
  for (let i = 0; i < 200; i += 1) {
    commit()
    feed.wake()
    await vi.advanceTimersByTimeAsync(1)
  }
  expect(readings).toHaveLength(8)
  expect(told.flat().length).toBeGreaterThan(150)
  await feed.close()
})

it('rests longer where telling takes long, but never longer than without a word', async () => {
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

it('stays at rest when it is woken before it was started, or after it was closed', async () => {
  const { feed, readings } = await startedFeed()
  await feed.close()
  feed.wake()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(readings).toEqual([])
})
