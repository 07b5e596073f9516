import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Persona, signUp } from '../../../test-support/personas.ts'
import { startEngine, type TestEngine } from '../../../test-support/start-engine.ts'
import { follow } from '../conformance/realtime-follow.ts'

const REFUSAL = 'FilterTooSlow: A filter of this account took too long: no filters for 5 minutes'
const GATE = 3
const catches = { event: 'INSERT', schema: 'public', table: 'slow_catches' } as const

let engine: TestEngine
let keeper: pg.Client
let member: Persona
let other: Persona

beforeAll(async () => {
  engine = await startEngine()
  keeper = new pg.Client(engine.databaseUrl)
  await keeper.connect()
  // A comparison with the value "slow" waits at a gate, which stands for one that takes long.
  await engine.owner.query(`
    create function public.passes_gate(value text) returns boolean language plpgsql volatile as $$
    begin
      while value = 'slow' and not pg_catalog.pg_try_advisory_xact_lock_shared(${GATE}) loop
        perform pg_catalog.pg_sleep(0.01);
      end loop;
      return true;
    end $$;
    create domain public.fish_name as text check (public.passes_gate(value));
    create table public.slow_catches (id integer primary key, fish public.fish_name);
    grant select on public.slow_catches to authenticated;
    alter publication supabase_realtime add table public.slow_catches`)
  member = await signUp(engine)
  other = await signUp(engine)
  await keeper.query('select pg_advisory_lock($1)', [GATE])
})
afterAll(async () => {
  await keeper?.end()
  await engine?.close()
})

const write = (...ids: number[]) =>
  engine.owner.query(`insert into public.slow_catches select n, 'carp' from unnest($1::integer[]) as n`, [ids])

it('an account whose filter takes too long loses its channel, and all others get every change once, in order', async () => {
  const plain = await follow(other, [catches])
  const filtered = await follow(other, [{ ...catches, filter: 'fish=eq.carp' }])
  const own = await follow(member, [catches])
  const slow = await follow(member, [{ ...catches, filter: 'fish=eq.slow' }])
  expect(slow.system).toMatchObject([{ status: 'ok' }])
  await write(1, 2)
  expect(await slow.said(({ status }) => status === 'error')).toMatchObject({ message: REFUSAL })
  await slow.status('CLOSED')
  await write(3)
  for (const { until } of [plain, filtered, own])
    expect((await until(({ length }) => length >= 3)).map((change) => change.new.id)).toEqual([1, 2, 3])
  expect([slow.changes, plain.statuses, filtered.statuses, own.statuses]).toEqual([
    [],
    ['SUBSCRIBED'],
    ['SUBSCRIBED'],
    ['SUBSCRIBED'],
  ])
  await member.removeAllChannels()

  const again = member.channel('again').on('postgres_changes', { ...catches, filter: 'fish=eq.carp' }, () => {})
  const refused = await new Promise<string>((resolve) => {
    again.subscribe((status, error) => {
      if (status === 'CHANNEL_ERROR') resolve(String(error?.message))
    })
  })
  expect(refused).toContain('FilterTooSlow')
  const unfiltered = await follow(member, [catches])
  await write(4)
  expect((await unfiltered.until(({ length }) => length >= 1)).map((change) => change.new.id)).toEqual([4])
  await Promise.all([member, other].map((client) => client.removeAllChannels()))
})

it('accounts whose channels wait for a lock on the table start again and keep their filters', async () => {
  const angler = await signUp(engine)
  const followed = await follow(angler, [{ ...catches, filter: 'fish=eq.carp' }])
  const locker = new pg.Client(engine.databaseUrl)
  await locker.connect()
  await locker.query(`begin; insert into public.slow_catches values (10, 'carp'); commit; begin;
    lock table public.slow_catches`)
  await followed.status('CHANNEL_ERROR')
  await locker.query('commit')
  await locker.end()
  await followed.status('SUBSCRIBED', 2)
  await write(11)
  await followed.until((changes) => changes.some((change) => change.new.id === 11))
  expect(followed.system.filter(({ message }) => message === REFUSAL)).toEqual([])
  await angler.removeAllChannels()
})
