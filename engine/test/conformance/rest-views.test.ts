import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { service } from '../../../test-support/personas.ts'
import type { TestEngine } from '../../../test-support/start-engine.ts'
import { asService, raw, startRestEngine } from './rest-fixture.ts'

let engine: TestEngine

beforeAll(async () => {
  engine = await startRestEngine()
  await engine.owner.query(`
    create view public.conf_club_twice with (security_invoker = true) as
      select id, name, owner_id as keeper, owner_id as host from public.conf_clubs;
    create view public.conf_club_owners with (security_invoker = true) as
      select a.id as angler, a.name, c.id as club from public.conf_clubs as c join public.conf_anglers as a on a.id = c.owner_id;
    create function public.conf_take_row() returns trigger language plpgsql set search_path = '' as $$
      begin return new; end $$;
    create trigger take instead of insert on public.conf_club_owners
      for each row execute function public.conf_take_row();
    create view public.conf_club_numbers with (security_invoker = true) as
      select id, id as number, name from public.conf_clubs;
    grant select, insert on public.conf_club_twice, public.conf_club_owners, public.conf_club_numbers
      to anon, service_role`)
  await vi.waitFor(async () => expect((await raw(engine, 'GET', '/conf_club_owners')).status).toBe(200), {
    timeout: 20_000,
  })
})
afterAll(() => engine?.close())

it('a view that shows a column twice embeds by either name', async () => {
  const client = service(engine)
  for (const name of ['keeper', 'host']) {
    const hinted = await client.from('conf_club_twice').select(`id,conf_anglers!${name}(name)`).order('id')
    expect(hinted.data, name).toEqual([
      { id: 1, conf_anglers: { name: 'Ada' } },
      { id: 2, conf_anglers: { name: 'Bob' } },
    ])
    const back = await client.from('conf_anglers').select(`conf_club_twice!${name}(id)`).eq('id', 1)
    expect(back.data, name).toEqual([{ conf_club_twice: [{ id: 1 }] }])
  }
  const both = await raw(engine, 'GET', '/conf_club_twice?select=keeper(name),host(id)&id=eq.1')
  expect(both.json).toEqual([{ keeper: { name: 'Ada' }, host: { id: 1 } }])
})

it('without a name the relationship is ambiguous, and the hint has the names', async () => {
  const { status, json } = await raw(engine, 'GET', '/conf_club_twice?select=conf_anglers(name)')
  expect([status, json.code]).toEqual([300, 'PGRST201'])
  expect(json.hint).toContain("'conf_anglers!keeper', 'conf_anglers!host'")
  const back = await raw(engine, 'GET', '/conf_anglers?select=conf_club_twice(id)')
  expect(back.json.hint).toContain("'conf_club_twice!keeper', 'conf_club_twice!host'")
})

it('a view that shows its key twice is one end of a junction', async () => {
  const there = await raw(engine, 'GET', '/conf_anglers?select=conf_club_numbers(name)&id=eq.1')
  expect(there.json).toEqual([{ conf_club_numbers: [{ name: 'North' }] }])
  const back = await raw(engine, 'GET', '/conf_club_numbers?select=conf_anglers(name)&number=eq.2')
  expect(back.json).toEqual([{ conf_anglers: [{ name: 'Bob' }] }])
})

it('a row of a view over two tables is located by the keys of both', async () => {
  const { status, headers } = await raw(engine, 'POST', '/conf_club_owners', {
    headers: { ...asService(engine), prefer: 'return=headers-only' },
    body: { angler: 1, name: 'Ada', club: 7 },
  })
  expect([status, headers.get('location')]).toEqual([201, '/conf_club_owners?angler=eq.1&club=eq.7'])
})
