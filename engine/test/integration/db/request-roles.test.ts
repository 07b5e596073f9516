import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { cloneTemplate, databaseTarget } from '../../../../test-support/database.ts'
import { openDatabase } from '../../../src/db/database.ts'
import type { Database, RequestContext } from '../../../src/db/port.ts'
import { createLogger } from '../../../src/kernel/logger.ts'

let db: Database
let drop: () => Promise<void>
let owner: pg.Client

const WHO = `select current_user::text as role, coalesce(current_setting('request.jwt.claims', true), '') as claims`

beforeAll(async () => {
  const socketDirectory = inject('socketDirectory')
  const clone = await cloneTemplate(socketDirectory)
  drop = clone.drop
  const target = databaseTarget(socketDirectory, clone.database)
  db = await openDatabase(target, createLogger('silent'), {
    statementsPerCaller: 2,
    waitingPerCaller: 100,
    realtimeConnections: 2,
  })
  owner = new pg.Client(target.owner)
  await owner.connect()
  await owner.query(`create table public.notes (id int primary key deferrable initially deferred, body text);
    grant select, insert on public.notes to authenticated, anon`)
})

afterAll(async () => {
  await owner.end()
  await db.close()
  await drop()
})

function as(role: string, claims = '', readOnly = false): RequestContext {
  return { role, settings: { 'request.jwt.claims': claims, search_path: 'public, extensions' }, readOnly }
}

it('answers 4,000 mixed requests on shared connections, each as its own caller', async () => {
  const requests = Array.from({ length: 4000 }, async (_, i) => {
    const claims = i % 3 === 0 ? '' : JSON.stringify({ sub: randomUUID() })
    const role = i % 3 === 0 ? 'anon' : i % 3 === 1 ? 'authenticated' : 'service_role'
    // One in twenty fails, at different steps, which must not affect its neighbours on the connection.
    if (i % 20 === 7)
      await expect(db.runAs(as(role, claims), { text: 'select 1 / 0' })).rejects.toMatchObject({ code: '22012' })
    if (i % 20 === 13)
      await expect(db.runAs(as('nobody_at_all'), { text: WHO })).rejects.toMatchObject({ code: '22023' })
    const [row] = await db.runAs(as(role, claims, i % 2 === 0), { text: WHO, name: `who_${i % 5}` })
    expect(row).toEqual({ role, claims })
  })
  await Promise.all(requests)
})

it('leaves no state of a caller on the connection', async () => {
  await db.runAs(as('authenticated', '{"sub":"x"}'), { text: 'select 1' })
  const left = await db.transactionAs(as('anon'), (tx) => tx.query(WHO))
  expect(left).toEqual([{ role: 'anon', claims: '' }])
  expect(await db.query(WHO)).toEqual([{ role: 'supabase_admin', claims: '' }])
})

it('rolls back a failed statement, and one that fails only at the commit', async () => {
  const insert = (id: number) =>
    db.runAs(as('authenticated'), { text: 'insert into notes (id) values ($1)', values: [id] })
  await insert(1)
  await expect(insert(1)).rejects.toMatchObject({ code: '23505' })
  await expect(
    db.transactionAs(as('authenticated'), async (tx) => {
      await tx.query('insert into notes (id) values (2)')
      throw new Error('changed my mind')
    }),
  ).rejects.toThrow('changed my mind')
  expect((await owner.query('select id from public.notes')).rows).toEqual([{ id: 1 }])
})

it('refuses writes in a read-only request', async () => {
  const write = { text: `insert into notes (id) values (9)` }
  await expect(db.runAs(as('authenticated', '', true), write)).rejects.toMatchObject({ code: '25006' })
})

it('accepts one statement only, also without values', async () => {
  await expect(db.runAs(as('anon'), { text: 'commit; select 1' })).rejects.toMatchObject({ code: '42601' })
})

it('ends a guest’s statement after three seconds while others are answered', async () => {
  const start = performance.now()
  const slow = db.runAs(as('anon'), { text: 'select pg_sleep(30)' }, { lane: 'slow' })
  const ended = expect(slow).rejects.toMatchObject({ code: '57014' })
  expect(await db.runAs(as('anon'), { text: WHO })).toHaveLength(1)
  expect(performance.now() - start).toBeLessThan(2_000)
  await ended
})

it.each(['fast', 'slow'] as const)(
  'keeps running a prepared statement of the %s lane after a migration changed its table',
  async (lane) => {
    const read = () => db.runAs(as('authenticated'), { text: 'select * from notes', name: `notes_${lane}` }, { lane })
    for (let i = 0; i < 8; i += 1) await read()
    await owner.query(`alter table public.notes add column later_${lane} text`)
    for (let i = 0; i < 8; i += 1) expect(Object.keys((await read())[0] ?? {})).toContain(`later_${lane}`)
  },
)

it('prepares a repeated write once on each connection, and continues after a failed one', async () => {
  const write = (id: number) =>
    db.runAs(
      as('authenticated'),
      { text: 'insert into notes (id) values ($1)', values: [id], name: 'write_note' },
      { lane: 'slow' },
    )
  const prepared = () =>
    db.runAs<{ n: number }>(
      as('authenticated'),
      { text: `select count(*)::int as n from pg_prepared_statements where name = 'write_note'` },
      { lane: 'slow' },
    )
  for (let id = 100; id < 110; id += 1) await write(id)
  await expect(write(100)).rejects.toMatchObject({ code: '23505' })
  await write(111)
  expect(await prepared()).toEqual([{ n: 1 }])
})

it.each(['fast', 'slow'] as const)(
  'prepares again a statement of the %s lane whose first use failed, before or after parsing',
  async (lane) => {
    const divide = (by: unknown) =>
      db.runAs(as('authenticated'), { text: 'select 6 / $1::int as n', values: [by], name: `divide_${lane}` }, { lane })
    await expect(divide(0)).rejects.toMatchObject({ code: '22012' })
    for (let i = 0; i < 8; i += 1) expect(await divide(2)).toEqual([{ n: 3 }])

    const read = () => db.runAs(as('authenticated'), { text: 'select * from later', name: `later_${lane}` }, { lane })
    await expect(read()).rejects.toMatchObject({ code: '42P01' })
    await owner.query('create table public.later (id int); grant select on public.later to authenticated')
    for (let i = 0; i < 8; i += 1) expect(await read()).toEqual([])
    await owner.query('drop table public.later')
  },
)

it('reads null, numbers, JSON, texts in every script and no rows at all, prepared or not', async () => {
  const text = 'select $1::int as n, $2::text as words, $3::json as thing, $4::text as nothing where $1::int > 0'
  const values = [7, 'Größe 🎣', '{"a":[1]}', null]
  for (const name of [undefined, 'kinds', 'kinds', 'kinds', 'kinds', 'kinds']) {
    const [row] = await db.runAs(as('anon'), { text, values, name })
    expect(row).toEqual({ n: 7, words: 'Größe 🎣', thing: { a: [1] }, nothing: null })
    expect(await db.runAs(as('anon'), { text, values: [0, ...values.slice(1)], name })).toEqual([])
  }
  expect(await db.runAs(as('anon'), { text: 'select $1::text[] as list', values: [['a', 'b']] })).toEqual([
    { list: ['a', 'b'] },
  ])
})

it('reports an error when only the commit fails', async () => {
  const insert = { text: 'insert into notes (id) values ($1)', values: [500] }
  await db.runAs(as('authenticated'), insert)
  // The key is checked at the end of the transaction.
  await expect(db.runAs(as('authenticated'), { ...insert, name: 'late' })).rejects.toMatchObject({ code: '23505' })
  expect((await owner.query('select from public.notes where id = 500')).rowCount).toBe(1)
})

it('recovers after all its connections were cut, and reports the running statement as lost; reads are repeated', async () => {
  const running = db.runAs(as('anon'), { text: 'select pg_sleep(2)' }, { lane: 'slow' })
  const lost = expect(running).rejects.toMatchObject({ name: 'ConnectionLostError' })
  const seen: string[] = []
  const gaps: string[] = []
  await db.listen(
    'news',
    (text) => seen.push(text),
    () => gaps.push('gap'),
  )
  await expect
    .poll(
      async () =>
        (
          await owner.query(
            `select 1 from pg_stat_activity where query like '%pg_sleep(2)' and state = 'active' and pid <> pg_backend_pid()`,
          )
        ).rowCount,
    )
    .toBe(1)
  await owner.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )
  await lost
  expect(await db.runAs(as('anon', '', true), { text: WHO })).toEqual([{ role: 'anon', claims: '' }])
  await expect.poll(() => gaps).toEqual(['gap'])
  await owner.query(`notify news, 'again'`)
  await expect.poll(() => seen).toEqual(['again'])
})

it('answers reads although no connection has noticed yet that it was cut', async () => {
  // Another process cuts them while this one is blocked, so that it notices nothing before its next request.
  const cut = `const { Client } = require('pg')
    const client = new Client(JSON.parse(process.argv[1]))
    client.connect()
      .then(() => client.query("select pg_terminate_backend(pid, 5000) from pg_stat_activity where usename = 'authenticator' and datname = current_database()"))
      .then(({ rowCount }) => { console.log(rowCount); return client.end() })`
  const target = databaseTarget(inject('socketDirectory'), owner.database ?? '')
  const { stdout } = spawnSync(process.execPath, ['-e', cut, JSON.stringify(target.owner)], { encoding: 'utf8' })
  expect(Number(stdout)).toBeGreaterThanOrEqual(4)
  expect(await db.runAs(as('anon', '', true), { text: WHO })).toEqual([{ role: 'anon', claims: '' }])
})

it('reports committed writes only, not reads or rolled-back writes', async () => {
  let heard = 0
  const stop = db.onWrite(() => {
    heard += 1
  })
  const write = { text: 'insert into public.notes values ($1)', values: [9_000] }
  await db.runAs({ ...as('authenticated'), rollback: true }, write)
  await db.runAs(as('authenticated', '', true), { text: 'select 1' })
  expect(heard).toBe(0)
  await db.runAs(as('authenticated'), write)
  expect(heard).toBe(1)
  stop()
})

it('ends a statement on the separate connection when its signal is aborted, and continues on another one', async () => {
  const ending = new AbortController()
  const hanging = db.queryApart('select pg_sleep(60)', ending.signal)
  const sleeping = `select from pg_stat_activity where query = 'select pg_sleep(60)' and state = 'active'`
  await expect.poll(async () => (await owner.query(sleeping)).rowCount).toBe(1)
  ending.abort()
  await expect(hanging).rejects.toThrow()
  expect(await db.queryApart('select 1 as one')).toEqual([{ one: 1 }])
})
