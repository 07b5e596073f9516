import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { guest, type Persona, service, signUp } from '../../../test-support/personas.ts'
import type { TestEngine } from '../../../test-support/start-engine.ts'
import { asMember, asService, raw, restSettings, startRestEngine } from './rest-fixture.ts'

/** Features that the operator may switch on; the same engine with the product's settings refuses each of them. */
let engine: TestEngine
let product: TestEngine
let member: Persona

beforeAll(async () => {
  engine = await startRestEngine({
    rest: restSettings({
      schemas: ['public', 'conf_api'],
      txPreference: true,
      plans: true,
      aggregates: true,
      plannedCounts: true,
    }),
  })
  product = await startRestEngine()
  await engine.owner.query(`
    create schema conf_api;
    grant usage on schema conf_api to anon, authenticated, service_role;
    create table conf_api.lakes (id integer primary key, name text not null);
    create table conf_api.swims (id integer primary key, lake_id integer references conf_api.lakes);
    insert into conf_api.lakes values (1, 'Linear'), (2, 'Yateley');
    insert into conf_api.swims values (10, 1);
    create function conf_api.deepest() returns text language sql stable set search_path = '' as $$ select 'Linear' $$;
    grant select, insert on conf_api.lakes, conf_api.swims to anon, authenticated, service_role`)
  const headers = { 'accept-profile': 'conf_api' }
  await vi.waitFor(async () => expect((await raw(engine, 'GET', '/swims', { headers })).status).toBe(200), {
    timeout: 20_000,
  })
  member = await signUp(engine)
})
afterAll(async () => {
  await engine?.close()
  await product?.close()
})

describe('several schemas', () => {
  it('are named by profile, for reads, embeds, writes and calls', async () => {
    const api = guest(engine).schema('conf_api')
    expect((await api.from('lakes').select('name,swims(id)').order('id')).data).toEqual([
      { name: 'Linear', swims: [{ id: 10 }] },
      { name: 'Yateley', swims: [] },
    ])
    expect((await api.from('lakes').insert({ id: 3, name: 'Wraysbury' }).select('id')).data).toEqual([{ id: 3 }])
    expect((await api.rpc('deepest')).data).toBe('Linear')
    expect((await api.from('conf_licences').select()).error?.code).toBe('PGRST205')
  })

  it('default to the first one, and the reply names it', async () => {
    const first = await raw(engine, 'GET', '/conf_licences?select=number')
    expect([first.status, first.headers.get('content-profile')]).toEqual([200, 'public'])
    const named = await raw(engine, 'GET', '/lakes', { headers: { 'accept-profile': 'conf_api' } })
    expect(named.headers.get('content-profile')).toBe('conf_api')
    expect((await raw(engine, 'GET', '/lakes')).json.code).toBe('PGRST205')
  })

  it('are refused when they are not exposed', async () => {
    for (const schema of ['auth', 'private', 'pg_catalog', 'conf_ap']) {
      const { status, json } = await raw(engine, 'GET', '/lakes', { headers: { 'accept-profile': schema } })
      expect([status, json.code, json.hint]).toEqual([
        406,
        'PGRST106',
        'Only the following schemas are exposed: public, conf_api',
      ])
    }
    const { status } = await raw(product, 'GET', '/lakes', { headers: { 'accept-profile': 'conf_api' } })
    expect(status).toBe(406)
  })
})

describe('Prefer: tx', () => {
  const bodies = async () => (await member.from('conf_notes').select('body')).data

  it('rolls back a write that is answered as if it had been made, and commits otherwise', async () => {
    const undone = await member.from('conf_notes').insert({ body: 'gone' }).select('body').rollback()
    expect([undone.status, undone.data]).toEqual([201, [{ body: 'gone' }]])
    expect(await bodies()).toEqual([])
    const headers = { ...(await asMember(member)), prefer: 'tx=rollback,return=minimal' }
    const minimal = await raw(engine, 'POST', '/conf_notes', { headers, body: { body: 'gone' } })
    expect(minimal.headers.get('preference-applied')).toBe('return=minimal, tx=rollback')
    const kept = await raw(engine, 'POST', '/conf_notes', {
      headers: { ...headers, prefer: 'tx=commit' },
      body: { body: 'kept' },
    })
    expect([kept.status, kept.headers.get('preference-applied')]).toEqual([201, 'tx=commit'])
    expect(await bodies()).toEqual([{ body: 'kept' }])
  })

  it('rolls back repeatedly on the same connections, with failing rules in between', async () => {
    for (let i = 0; i < 20; i += 1) {
      const { error } = await member
        .from('conf_notes')
        .insert({ body: i % 2 ? 'x'.repeat(21) : 'short' })
        .rollback()
      expect(error?.code).toBe(i % 2 ? '23514' : undefined)
    }
    expect(await bodies()).toEqual([{ body: 'kept' }])
  })

  it('is ignored with the product’s settings', async () => {
    const answer = await raw(product, 'POST', '/conf_licences', {
      headers: { ...asService(product), prefer: 'tx=rollback' },
      body: { angler_id: 3, number: 'L-3' },
    })
    expect([answer.status, answer.headers.get('preference-applied')]).toEqual([201, null])
    expect((await raw(product, 'GET', '/conf_licences?angler_id=eq.3')).json).toHaveLength(1)
  })
})

describe('plans', () => {
  it('are text or JSON, for any kind of request', async () => {
    const client = service(engine)
    const text = await client.from('conf_anglers').select('name,conf_catches(weight)').eq('id', 1).explain()
    expect(text.data).toMatch(/^Subquery Scan on _a .*\n +-> {2}Aggregate {2}\(cost=/)
    const json = await client.from('conf_anglers').select().eq('id', 1).explain({ format: 'json', verbose: true })
    expect(json.data).toMatchObject([{ Plan: { Plans: [{ 'Node Type': 'Aggregate' }] } }])
    const { headers } = await raw(engine, 'GET', '/conf_anglers', {
      headers: { accept: 'application/vnd.pgrst.plan+json; for="application/vnd.pgrst.object"; options=analyze|wal;' },
    })
    expect(headers.get('content-type')).toBe(
      'application/vnd.pgrst.plan+json; for="application/vnd.pgrst.object+json"; options=analyze|wal; charset=utf-8',
    )
    expect((await client.rpc('conf_add', { a: 1 }).explain()).data).toMatch(/cost=/)
  })

  it('run a write to measure it, and roll it back', async () => {
    const client = service(engine)
    const { data } = await client
      .from('conf_licences')
      .insert({ angler_id: 3, number: 'L-3' })
      .explain({ analyze: true })
    expect(data).toMatch(/Insert on conf_licences .*actual time=/)
    expect((await client.from('conf_licences').select().eq('angler_id', 3)).data).toEqual([])
  })

  it('require the caller’s rights', async () => {
    const accept = 'application/vnd.pgrst.plan+json'
    const hidden = await raw(engine, 'GET', '/conf_hidden', { headers: { accept } })
    expect([hidden.status, hidden.json.code]).toEqual([401, '42501'])
    const refused = await raw(product, 'GET', '/conf_anglers', { headers: { ...asService(product), accept } })
    expect([refused.status, refused.json.code]).toEqual([406, 'PGRST107'])
  })
})

describe('counts', () => {
  const total = async (of: TestEngine, count: string, query = '', headers = {}) => {
    const answer = await raw(of, 'GET', `/conf_many?select=id&limit=1${query}`, {
      headers: { prefer: `count=${count}`, ...headers },
    })
    return [answer.status, answer.headers.get('content-range')] as const
  }

  beforeAll(async () => {
    for (const each of [engine, product]) {
      // Autovacuum must not correct the statistics, which are wrong on purpose.
      await each.owner.query(`
        create table public.conf_many (id integer primary key) with (autovacuum_enabled = false);
        insert into public.conf_many select generate_series(1, 1000);
        analyze public.conf_many;
        insert into public.conf_many select generate_series(1001, 1005);
        grant select on public.conf_many to anon, service_role`)
      await vi.waitFor(async () => expect((await raw(each, 'GET', '/conf_many?limit=1')).status).toBe(200), {
        timeout: 20_000,
      })
    }
  })

  it('are the planner’s when planned, and when estimated above a thousand', async () => {
    const [status, planned] = await total(engine, 'planned')
    expect(status).toBe(206)
    const rows = Number(planned?.split('/')[1])
    expect(rows).toBeGreaterThan(900)
    expect(await total(engine, 'exact')).toEqual([206, '0-0/1005'])
    expect(await total(engine, 'estimated', '&id=lte.1000')).toEqual([206, '0-0/1000'])
    const [, estimated] = await total(engine, 'estimated')
    expect(estimated).toBe(`0-0/${Math.max(1001, rows)}`)
    // Never less than the rows that were returned.
    expect(await total(engine, 'planned', '&id=gte.1002&offset=2')).toEqual([206, '2-2/3'])
  })

  it('are exact for guests and members, and the planner’s for the operator', async () => {
    expect(await total(product, 'planned', '&id=gte.1001')).toEqual([206, '0-0/5'])
    expect(await total(product, 'estimated')).toEqual([206, '0-0/1005'])
    expect(await total(product, 'planned', '&id=gte.1002', asService(product))).not.toEqual([206, '0-0/4'])
  })
})
