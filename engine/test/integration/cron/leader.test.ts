import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest'
import { cloneTemplate, databaseTarget } from '../../../../test-support/database.ts'
import { createLeadership, type Leadership } from '../../../src/cron/leader.ts'

let settings: Parameters<typeof createLeadership>[0]
let drop: () => Promise<void>
beforeAll(async () => {
  const clone = await cloneTemplate(inject('socketDirectory'))
  settings = databaseTarget(inject('socketDirectory'), clone.database).owner
  drop = clone.drop
})
afterAll(() => drop())

const warned: string[] = []
const log = { warn: (_fields: object, message = '') => void warned.push(message) }

async function twoEngines(beatMs: number, test: (first: Leadership, second: Leadership) => Promise<void>) {
  const first = createLeadership(settings, log, { beatMs })
  const second = createLeadership(settings, log, { silenceMs: 1_000 })
  try {
    expect(await first.hold()).toBe(true)
    await test(first, second)
  } finally {
    await Promise.all([first.release(), second.release()])
  }
}

it('stays with an engine that gives signs of life', async () => {
  await twoEngines(50, async (first, second) => {
    const end = Date.now() + 2_500
    while (Date.now() < end) expect(await second.hold()).toBe(false)
    expect(await first.hold()).toBe(true)
  })
  expect(warned).toEqual([])
})

it('passes from a silent engine to another one, which the first one learns', async () => {
  // As an engine that is frozen: its connection stays open.
  await twoEngines(1_000_000, async (first, second) => {
    await vi.waitUntil(() => second.hold(), { timeout: 20_000 })
    // PostgreSQL frees the locks of an ended connection before it closes the socket.
    await vi.waitFor(async () => expect(await first.hold()).toBe(false), { timeout: 20_000 })
    expect(await second.hold()).toBe(true)
  })
  // Each attempt before the lock is free says it again.
  expect(new Set(warned)).toEqual(
    new Set(['the engine that ran the scheduled jobs gives no sign of life; another one takes over']),
  )
})
