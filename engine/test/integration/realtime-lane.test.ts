import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { type Persona, service, signUp } from '../../../test-support/personas.ts'
import { startEngine, type TestEngine } from '../../../test-support/start-engine.ts'
import { type Followed, follow } from '../conformance/realtime-follow.ts'
import { openSocket, type RawSocket } from '../conformance/realtime-socket.ts'

const METRICS_TOKEN = 'a token for the figures'
/** Advisory locks: a statement at a gate waits while another session has its lock. */
const REQUESTS = 1
const POLICIES = 2
const JOINS = 3
const TABLES = ['left_bank', 'right_bank'] as const

let engine: TestEngine
let keeper: pg.Client
let owner: Persona
let other: Persona
/** The owner's subscriptions, then the other member's; each has both tables. */
let subscribed: [Followed, Followed]

beforeAll(async () => {
  engine = await startEngine({ metricsToken: METRICS_TOKEN, liveStatementMs: 60_000, sharedStatementMs: 60_000 })
  keeper = new pg.Client(engine.databaseUrl)
  await keeper.connect()
  const gate = (key: number) =>
    `begin while not pg_catalog.pg_try_advisory_xact_lock_shared(${key}) loop perform pg_catalog.pg_sleep(0.01); end loop; return true; end`
  await engine.owner.query(`
    create function public.wait_reading() returns boolean language plpgsql stable as $$ ${gate(REQUESTS)} $$;
    create function public.wait_writing() returns boolean language plpgsql volatile as $$ ${gate(REQUESTS)} $$;
    create function public.wait_in_policy() returns boolean language plpgsql volatile as $$ ${gate(POLICIES)} $$;
    create function public.wait_in_join() returns boolean language plpgsql volatile as $$ ${gate(JOINS)} $$;
    create policy hear on realtime.messages for select to authenticated
      using (realtime.topic() like 'gate-%' and public.wait_in_join())`)
  for (const table of TABLES)
    await engine.owner.query(`
      create table public.${table} (id integer primary key, owner_id uuid not null);
      alter table public.${table} enable row level security;
      create policy select_own on public.${table} for select to authenticated
        using (owner_id = (select auth.uid()) and public.wait_in_policy());
      grant select on public.${table} to authenticated;
      alter publication supabase_realtime add table public.${table}`)
  await engine.owner.query(`notify pgrst, 'reload schema'`)
  const hand = service(engine)
  await vi.waitFor(async () => expect((await hand.rpc('wait_writing')).error).toBeNull(), {
    interval: 200,
    timeout: 10_000,
  })
  owner = await signUp(engine)
  other = await signUp(engine)
})
afterAll(async () => {
  await keeper?.end()
  await engine?.close()
})

beforeEach(async () => {
  const wanted = TABLES.map((table) => ({ event: 'INSERT', schema: 'public', table }) as const)
  subscribed = [await follow(owner, wanted), await follow(other, wanted)]
})
afterEach(async () => {
  await keeper.query('select pg_advisory_unlock_all()')
  await Promise.all([owner.removeAllChannels(), other.removeAllChannels()])
})

const hold = (key: number) => keeper.query('select pg_advisory_lock($1)', [key])
const release = (key: number) => keeper.query('select pg_advisory_unlock($1)', [key])

/** Running statements by kind of connection. */
async function busy(): Promise<Record<string, number>> {
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` }
  const text = await (await fetch(`${engine.url}/metrics`, { headers })).text()
  const found = text.matchAll(/^bankside_database_busy\{lane="(\w+)"\} (\d+)$/gm)
  return Object.fromEntries([...found].map(([, lane, count]) => [lane, Number(count)]))
}

/** Writes a row in another session, without the engine. */
const write = (table: (typeof TABLES)[number], id: number, persona: Persona) =>
  engine.owner.query(`insert into public.${table} values ($1, $2)`, [id, persona.user.id])

const ids = ({ changes }: Followed) => changes.map((change) => change.new.id)

it('delivers a change only to those who may see it, while every connection for requests is held', async () => {
  await hold(REQUESTS)
  const hand = service(engine)
  const held = [
    ...Array.from({ length: 4 }, () => hand.rpc('wait_reading')),
    ...Array.from({ length: 6 }, () => hand.rpc('wait_writing')),
  ].map((call) => call.then(({ error }) => error))
  await expect.poll(busy, { timeout: 10_000 }).toMatchObject({ fast: 4, slow: 6 })
  let answered = false
  const request = owner
    .from('left_bank')
    .select('id')
    .then(() => (answered = true))

  await write('left_bank', 1, owner)
  await subscribed[0].until(({ length }) => length === 1)
  // The later change shows that the earlier one was not delivered to the other member.
  await write('right_bank', 2, other)
  await subscribed[1].until(({ length }) => length === 1)
  expect([ids(subscribed[0]), ids(subscribed[1])]).toEqual([[1], [2]])
  expect([answered, (await busy()).slow]).toEqual([false, 6])

  await release(REQUESTS)
  expect(await Promise.all(held)).toEqual(Array.from({ length: 10 }, () => null))
  await request
})

it('answers members while every connection for live changes is held, and then delivers in the order of commits', async () => {
  await hold(POLICIES)
  // One statement for each table.
  await engine.owner.query(
    `with l as (insert into public.left_bank values (10, $1)) insert into public.right_bank values (11, $1)`,
    [owner.user.id],
  )
  await expect.poll(busy, { timeout: 10_000 }).toMatchObject({ live: 2 })

  await other.from('info_cards').select('id').limit(1).throwOnError()
  await other.from('profiles').update({ bio: 'answered' }).eq('id', other.user.id).throwOnError()
  for (const id of [12, 13, 14, 15]) await write(id % 2 === 0 ? 'left_bank' : 'right_bank', id, owner)
  expect([ids(subscribed[0]), (await busy()).live]).toEqual([[], 2])

  await release(POLICIES)
  await subscribed[0].until(({ length }) => length === 6)
  expect(ids(subscribed[0]).slice(2)).toEqual([12, 13, 14, 15])
  expect(ids(subscribed[0]).slice(0, 2).toSorted()).toEqual([10, 11])
  expect(ids(subscribed[1])).toEqual([])
})

it('delivers changes while joins hold the connections that they may use', async () => {
  await hold(JOINS)
  const access_token = (await other.auth.getSession()).data.session?.access_token
  const sockets = await Promise.all(Array.from({ length: 6 }, () => openSocket(engine)))
  const join = (socket: RawSocket, number: number) =>
    socket.send({
      topic: `realtime:gate-${number}`,
      event: 'phx_join',
      ref: 'join',
      joinRef: 'join',
      payload: { access_token, config: { private: true } },
    })
  for (const [number, socket] of sockets.entries()) {
    join(socket, number)
    await expect.poll(busy, { timeout: 10_000 }).not.toMatchObject({ live: 0 })
  }
  await write('left_bank', 20, owner)
  await write('right_bank', 21, owner)
  await subscribed[0].until(({ length }) => length === 2)
  expect(ids(subscribed[0])).toEqual([20, 21])
  expect(sockets.flatMap(({ frames }) => frames)).toEqual([])

  await release(JOINS)
  for (const socket of sockets) {
    expect((await socket.reply('join')).payload.status).toBe('ok')
    socket.close()
  }
})
