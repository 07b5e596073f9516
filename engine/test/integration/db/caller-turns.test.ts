import pg from 'pg'
import { afterEach, beforeEach, expect, inject, it } from 'vitest'
import { cloneTemplate, databaseTarget } from '../../../../test-support/database.ts'
import { openDatabase } from '../../../src/db/database.ts'
import type { Database } from '../../../src/db/port.ts'
import { createLogger } from '../../../src/kernel/logger.ts'

const LANES = ['fast', 'slow'] as const
const CONTEXT = { role: 'authenticated', settings: {}, readOnly: false }

let db: Database
let drop: () => Promise<void>
let owner: pg.Client

beforeEach(async () => {
  const socketDirectory = inject('socketDirectory')
  const clone = await cloneTemplate(socketDirectory)
  drop = clone.drop
  const target = databaseTarget(socketDirectory, clone.database)
  db = await openDatabase(target, createLogger('silent'), {
    statementsPerCaller: 2,
    waitingPerCaller: 3,
    realtimeConnections: 2,
    // Longer than the tests: no statement leaves its lane.
    sharedMs: 60_000,
  })
  owner = new pg.Client(target.owner)
  await owner.connect()
  await owner.query('select pg_advisory_lock(7)')
})

afterEach(async () => {
  await owner.end()
  await db.close()
  await drop()
})

it.each(LANES)(
  'runs two statements at once of a caller with expensive ones on the %s lane, and serves others meanwhile',
  async (lane) => {
    const run = (caller: string, text: string) => db.runAs(CONTEXT, { text }, { lane, caller })
    /** Ends when the lock is free. */
    const stuck = () => run('ada', 'select pg_advisory_xact_lock_shared(7)')
    const first = stuck()
    await run('ada', 'select pg_sleep(0.12)')
    const expensive = [first, ...Array.from({ length: 4 }, stuck)]
    await expect.poll(() => db.load()[lane]).toMatchObject({ busy: 2, waiting: 3 })
    await expect(stuck()).rejects.toMatchObject({ name: 'CallerBusyError' })
    const others = Array.from({ length: 40 }, (_, n) => run(`angler ${n}`, 'select 1 as one'))
    expect(await Promise.all(others)).toHaveLength(40)
    // The engine's own statements have no caller.
    expect(await db.runAs(CONTEXT, { text: 'select 1 as one' }, { lane })).toEqual([{ one: 1 }])
    expect(db.load()[lane]).toMatchObject({ busy: 2, waiting: 3 })
    await owner.query('select pg_advisory_unlock(7)')
    expect(await Promise.all(expensive)).toHaveLength(5)
    expect(db.load()[lane]).toMatchObject({ busy: 0, waiting: 0 })
  },
)

it.each([
  ['fast', 4, 2],
  ['slow', 6, 4],
] as const)(
  'leaves connections of the %s lane to others while the caller is unknown',
  async (lane, connections, most) => {
    const run = (caller: string, text: string) => db.runAs(CONTEXT, { text }, { lane, caller })
    const expensive = Array.from({ length: connections }, () => run('ada', 'select pg_advisory_xact_lock_shared(7)'))
    await expect.poll(() => db.load()[lane]).toMatchObject({ busy: most, waiting: connections - most })
    expect(await run('bob', 'select 1 as one')).toEqual([{ one: 1 }])
    await owner.query('select pg_advisory_unlock(7)')
    expect(await Promise.all(expensive)).toHaveLength(connections)
  },
)

it('returns the turn when a statement fails', async () => {
  const run = (text: string) => db.runAs(CONTEXT, { text }, { caller: 'ada' })
  for (let i = 0; i < 10; i += 1) await expect(run('select 1 / 0')).rejects.toMatchObject({ code: '22012' })
  expect(await run('select 1 as one')).toEqual([{ one: 1 }])
})
