import { getPriority } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startEngine, type TestEngine } from '../../../../test-support/start-engine.ts'
import { CallerTurns } from '../../../src/db/caller-turns.ts'
import type { RequestContext } from '../../../src/db/port.ts'
import { SessionPool } from '../../../src/db/session-pool.ts'
import { SharedLane } from '../../../src/db/shared-lane.ts'
import { targetFromUrl } from '../../../src/db/target.ts'
import { createLogger } from '../../../src/kernel/logger.ts'

const log = createLogger('silent')
const guest: RequestContext = { role: 'anon', settings: {}, readOnly: true, timeoutMs: 3_000 }

let engine: TestEngine
let locks: pg.Client
beforeAll(async () => {
  engine = await startEngine()
  locks = new pg.Client({ connectionString: engine.databaseUrl })
  await locks.connect()
})
afterAll(async () => {
  await locks.end()
  await engine.close()
})

/** A lane whose callers `indebted…` have used more time than is free. */
async function openLane(size: number) {
  const turns = new CallerTurns({
    expensive: 2,
    fresh: 2,
    indebted: size,
    waiting: 10,
  })
  for (const caller of ['indebted', 'indebted too']) {
    void turns.enter(caller)
    turns.leave(caller, 5_000)
  }
  const target = targetFromUrl(engine.databaseUrl, engine.jwtSecret)
  const lane = new SharedLane(target.as('authenticator'), size, turns, log)
  await lane.open()
  const ask = async (caller: string, text = 'select pg_backend_pid() as pid') =>
    (await lane.run<{ pid: number }>(guest, { text }, { caller }))[0]
  return { lane, ask }
}

it('puts nobody behind them while another connection is slow for everybody', async () => {
  const { lane, ask } = await openLane(2)
  // Held by a lock, not by the processor: both wait for the transaction below.
  await locks.query('begin')
  await locks.query('select pg_advisory_xact_lock(7)')
  const held = (caller: string) => ask(caller, 'select pg_advisory_xact_lock_shared(7), pg_backend_pid() as pid')
  const [expensive, slow] = [held('indebted'), held('tom')]
  // Longer than a statement may take to count as slow.
  await delay(120)
  const third = ask('ann')
  await locks.query('rollback')
  const [first, second, answer] = await Promise.all([expensive, slow, third])
  expect(first?.pid).not.toBe(second?.pid)
  expect(answer?.pid).toBe(second?.pid)
  await lane.close()
})

it('leaves the processor to other statements on connections for heavy ones', async () => {
  const target = targetFromUrl(engine.databaseUrl, engine.jwtSecret)
  const niceness = async (yielding: boolean) => {
    const pool = new SessionPool(target.as('authenticator'), 1, log, undefined, yielding)
    const [row] = await pool.query<{ pid: number }>('select pg_backend_pid() as pid')
    const value = getPriority(row?.pid)
    await pool.close()
    return value
  }
  const own = getPriority()
  expect(await niceness(false)).toBe(own)
  expect(await niceness(true)).toBe(Math.max(10, own))
})
