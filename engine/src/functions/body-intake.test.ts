import type { IncomingMessage } from 'node:http'
import { PassThrough } from 'node:stream'
import { expect, it, vi } from 'vitest'
import { createBodyIntake } from './body-intake.ts'

const LIMITS = { bodiesBytes: 1_000, bodiesPerAddress: 3, pace: { graceMs: 50, bytesPerSecond: 1_000 } }

function open(intake: ReturnType<typeof createBodyIntake>, clientIp = '203.0.113.1', limit = 2_000) {
  const raw = Object.assign(new PassThrough(), { headers: {} })
  const read = intake.read({ raw: raw as unknown as IncomingMessage, clientIp }, limit)
  // Read when the test looks at it.
  read.catch(() => {})
  return { raw, read }
}

it('ends the body that began first when its address sends too many, and none of other addresses', async () => {
  const intake = createBodyIntake({ ...LIMITS, pace: { ...LIMITS.pace, graceMs: 10_000 } })
  const slow = [open(intake), open(intake), open(intake)]
  const other = open(intake, '203.0.113.2')
  const quick = open(intake)
  quick.raw.end('at once')
  expect((await quick.read).bytes.toString()).toBe('at once')
  await expect(slow[0]?.read).rejects.toMatchObject({ statusCode: 429, code: 'TOO_MANY_BODIES' })
  expect(intake.reading()).toBe(3)
  for (const { raw } of [...slow, other]) raw.end('late')
  expect((await other.read).bytes.toString()).toBe('late')
  expect((await slow[1]?.read)?.bytes.toString()).toBe('late')
})

it('ends the largest body when all together are too large, even if it is waiting for its call', async () => {
  const intake = createBodyIntake(LIMITS)
  const large = open(intake)
  large.raw.end(Buffer.alloc(800))
  const waiting = await large.read
  const small = open(intake)
  small.raw.end(Buffer.alloc(150))
  const held = await small.read
  expect(waiting.cut.aborted).toBe(false)
  const last = open(intake)
  last.raw.end(Buffer.alloc(100))
  await last.read
  expect(waiting.cut.reason).toMatchObject({ code: 'TOO_MANY_BODIES' })
  expect(held.cut.aborted).toBe(false)
  // What was released makes room.
  waiting.release()
  waiting.release()
  const next = open(intake)
  next.raw.end(Buffer.alloc(700))
  expect((await next.read).cut.aborted).toBe(false)
  expect(held.cut.aborted).toBe(false)
})

it('refuses a body that is larger than all may be together', async () => {
  const only = open(createBodyIntake(LIMITS))
  only.raw.end(Buffer.alloc(1_001))
  await expect(only.read).rejects.toMatchObject({ code: 'TOO_MANY_BODIES' })
})

it('refuses a body that stalls or drips, and accepts a long one that keeps arriving', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] })
  try {
    const intake = createBodyIntake(LIMITS)
    const [stalled, drips, steady] = [open(intake), open(intake), open(intake)]
    const dripping = setInterval(() => drips.raw.write('x'), 20)
    const going = setInterval(() => steady.raw.write(Buffer.alloc(50)), 20)
    await vi.advanceTimersByTimeAsync(60)
    await expect(stalled.read).rejects.toMatchObject({ status: 408 })
    await vi.advanceTimersByTimeAsync(100)
    await expect(drips.read).rejects.toMatchObject({ status: 408 })
    clearInterval(dripping)
    clearInterval(going)
    steady.raw.end()
    await vi.advanceTimersByTimeAsync(1)
    expect((await steady.read).bytes).toHaveLength(8 * 50)
    expect(intake.reading()).toBe(0)
  } finally {
    vi.useRealTimers()
  }
})

it('drops a body whose client disconnects', async () => {
  const intake = createBodyIntake(LIMITS)
  const { raw, read } = open(intake)
  raw.write(Buffer.alloc(900))
  await vi.waitFor(() => expect(raw.readableLength).toBe(0))
  raw.destroy()
  await expect(read).rejects.toMatchObject({ reason: 'aborted' })
  const next = open(intake)
  next.raw.end(Buffer.alloc(900))
  expect((await next.read).cut.aborted).toBe(false)
})
