import pg from 'pg'
import { afterEach, beforeEach, expect, inject, it } from 'vitest'
import { cloneTemplate, databaseTarget } from '../../../../test-support/database.ts'
import { openDatabase } from '../../../src/db/database.ts'
import type { Database } from '../../../src/db/port.ts'
import { createLogger } from '../../../src/kernel/logger.ts'

const CONTEXT = { role: 'authenticated', settings: {}, readOnly: true }
const STUCK = { text: 'select pg_advisory_xact_lock_shared(7)' }

let db: Database
let drop: () => Promise<void>
let owner: pg.Client
const opened = async (realtimeConnections: number) => {
  const socketDirectory = inject('socketDirectory')
  const clone = await cloneTemplate(socketDirectory)
  drop = clone.drop
  const target = databaseTarget(socketDirectory, clone.database)
  const limits = { statementsPerCaller: 2, waitingPerCaller: 100, realtimeConnections }
  db = await openDatabase(target, createLogger('silent'), limits)
  owner = new pg.Client(target.owner)
  await owner.connect()
  await owner.query('select pg_advisory_lock(7)')
}
const processes = async (lane: 'live' | 'joins') => {
  const rows = await Promise.all(
    Array.from({ length: 8 }, () =>
      db.runAs<{ id: number }>(CONTEXT, { text: 'select pg_backend_pid() as id' }, { lane }),
    ),
  )
  return new Set(rows.flatMap((row) => row.map(({ id }) => id)))
}

beforeEach(async () => {
  await opened(2)
})
afterEach(async () => {
  await owner.end()
  await db.close()
  await drop()
})

it('keeps a connection for live changes, however many joins wait', async () => {
  const joins = Array.from({ length: 80 }, () => db.runAs(CONTEXT, STUCK, { lane: 'joins' }))
  // A connection takes 32 statements at a time.
  await expect.poll(() => db.load().live).toEqual({ connections: 2, busy: 32, waiting: 48 })
  const changes = Array.from({ length: 10 }, () => db.runAs(CONTEXT, { text: 'select 1 as one' }, { lane: 'live' }))
  expect((await Promise.all(changes)).flat()).toHaveLength(10)
  expect(db.load().live).toEqual({ connections: 2, busy: 32, waiting: 48 })
  await owner.query('select pg_advisory_unlock(7)')
  await Promise.all(joins)
  expect(db.load().live).toEqual({ connections: 2, busy: 0, waiting: 0 })
})

it('uses all connections for live changes while there are no joins, and one after a lost connection was replaced', async () => {
  const [changes, joins] = [await processes('live'), await processes('joins')]
  expect([changes.size, joins.size]).toEqual([2, 1])
  const reserved = [...changes].filter((id) => !joins.has(id))
  await owner.query('select pg_terminate_backend(id) from unnest($1::integer[]) as id', [reserved])
  await expect.poll(async () => (await processes('live')).size).toBe(2)
  expect(await processes('joins')).toEqual(joins)
})
