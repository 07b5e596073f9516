import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Logger } from '../kernel/logger.ts'
import { type Flusher, startFlusher } from './flusher.ts'

/** A database whose flushes the test answers. */
function fakeDatabase() {
  const waiting: { answer(due: number | null): Promise<void>; fail(error: Error): Promise<void> }[] = []
  let listener = () => {}
  const settled = async () => void (await vi.advanceTimersByTimeAsync(0))
  return {
    flushes: 0,
    waiting,
    write: () => listener(),
    queryApart(_text: string, signal: AbortSignal) {
      this.flushes += 1
      return new Promise<{ due: number | null }[]>((resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Error('the connection was ended')))
        waiting.push({
          answer: async (due) => {
            resolve([{ due }])
            await settled()
          },
          fail: async (error) => {
            reject(error)
            await settled()
          },
        })
      })
    },
    onWrite(heard: () => void) {
      listener = heard
      return () => {
        listener = () => {}
      }
    },
  }
}

let db: ReturnType<typeof fakeDatabase>
let flusher: Flusher
let isHeard: boolean
const log = { info: vi.fn(), warn: vi.fn() } as unknown as Logger
const answer = async (due: number | null = null) => await db.waiting.shift()?.answer(due)
const fail = async (code: string) => await db.waiting.shift()?.fail(Object.assign(new Error(code), { code }))

beforeEach(async () => {
  vi.useFakeTimers()
  vi.clearAllMocks()
  db = fakeDatabase()
  isHeard = true
  flusher = startFlusher(db as never, { isHeard: () => isHeard, log })
  await answer()
  await vi.advanceTimersByTimeAsync(100)
  expect(db.flushes).toBe(1)
})
afterEach(async () => {
  const closed = flusher.close()
  await answer()
  await closed
  vi.useRealTimers()
})

it('flushes at once after a write, and once more for all writes during a flush', async () => {
  db.write()
  expect(db.flushes).toBe(2)
  for (let count = 0; count < 10; count += 1) db.write()
  expect(db.flushes).toBe(2)
  await answer()
  await vi.advanceTimersByTimeAsync(20)
  expect(db.flushes).toBe(3)
  await answer()
  await vi.advanceTimersByTimeAsync(100)
  expect(db.flushes).toBe(3)
})

it('begins flushes 20 ms apart at the least', async () => {
  db.write()
  await answer()
  db.write()
  await vi.advanceTimersByTimeAsync(19)
  expect(db.flushes).toBe(2)
  await vi.advanceTimersByTimeAsync(1)
  expect(db.flushes).toBe(3)
})

it('looks for the notes of other programs every 250 ms while there are subscribers, and otherwise every 5 s', async () => {
  await vi.advanceTimersByTimeAsync(150)
  expect(db.flushes).toBe(2)
  isHeard = false
  await answer()
  await vi.advanceTimersByTimeAsync(4_999)
  expect(db.flushes).toBe(2)
  await vi.advanceTimersByTimeAsync(1)
  expect(db.flushes).toBe(3)
})

it('flushes when the next note is due', async () => {
  db.write()
  await answer(120)
  await vi.advanceTimersByTimeAsync(119)
  expect(db.flushes).toBe(2)
  await vi.advanceTimersByTimeAsync(1)
  expect(db.flushes).toBe(3)
})

it('continues after failures, with growing pauses, and logs only the first one', async () => {
  db.write()
  const pauses = [40, 80, 160, 320, 640, 1280, 2560, 5000, 5000]
  for (const pause of pauses) {
    const before = db.flushes
    await fail('25006')
    db.write()
    await vi.advanceTimersByTimeAsync(pause - 1)
    expect(db.flushes).toBe(before)
    await vi.advanceTimersByTimeAsync(1)
    expect(db.flushes).toBe(before + 1)
  }
  expect(log.warn).toHaveBeenCalledTimes(1)
  await answer()
  await vi.advanceTimersByTimeAsync(100)
  db.write()
  await vi.advanceTimersByTimeAsync(0)
  await fail('57P01')
  expect(log.warn).toHaveBeenCalledTimes(2)
})

it.each(['42883', '3F000'])('stops in a database without live topics (%s)', async (code) => {
  db.write()
  await fail(code)
  db.write()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(db.flushes).toBe(2)
  expect(log.info).toHaveBeenCalledTimes(1)
  expect(log.warn).not.toHaveBeenCalled()
})

it('waits for the flush that runs before it is closed, and starts no other', async () => {
  db.write()
  let isClosed = false
  const closed = flusher.close().then(() => {
    isClosed = true
  })
  await vi.advanceTimersByTimeAsync(1_000)
  expect(isClosed).toBe(false)
  db.write()
  await answer()
  await closed
  await vi.advanceTimersByTimeAsync(60_000)
  expect(db.flushes).toBe(2)
})

it('waits two seconds for a flush that hangs, ends it, and does not report that', async () => {
  db.write()
  let isClosed = false
  const closed = flusher.close().then(() => {
    isClosed = true
  })
  await vi.advanceTimersByTimeAsync(1_999)
  expect(isClosed).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  await closed
  await vi.advanceTimersByTimeAsync(60_000)
  expect(db.flushes).toBe(2)
  expect(log.warn).not.toHaveBeenCalled()
})
