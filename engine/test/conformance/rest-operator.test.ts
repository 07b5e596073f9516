import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { guest, type Persona, signUp } from '../../../test-support/personas.ts'
import { startEngine, type TestEngine } from '../../../test-support/start-engine.ts'
import { asMember, asService, raw, restSettings } from './rest-fixture.ts'

/** Settings of the REST service that an operator may change, under PostgREST's names for them. */
const LAKES = 'Lakes "of" Ü'
const TABLES = `
  create table public.conf_swims (id integer primary key, name text);
  create table public.conf_pegs (id integer primary key, swim_id integer references public.conf_swims);
  insert into public.conf_swims select n, 'swim ' || n from generate_series(1, 5) as n;
  insert into public.conf_pegs select n, 1 from generate_series(1, 5) as n;
  grant select, insert, delete on public.conf_swims, public.conf_pegs to anon, authenticated, service_role;`

let engine: TestEngine
let undone: TestEngine
let chosen: TestEngine
let member: Persona

const known = (of: TestEngine) =>
  vi.waitFor(async () => expect((await raw(of, 'HEAD', '/conf_pegs')).status).toBe(200), { timeout: 20_000 })

beforeAll(async () => {
  const rest = { schemas: ['public', LAKES], maxRows: 2, extraSearchPath: ['conf_extra', 'public', 'extensions'] }
  engine = await startEngine({
    rest: restSettings({ ...rest, schemas: ['public', LAKES], preRequest: ['public', 'conf_before'] }),
  })
  await engine.owner.query(`${TABLES}
    create schema conf_extra;
    grant usage on schema conf_extra to anon, authenticated, service_role;
    create function conf_extra.depth() returns integer language sql stable as $$ select 7 $$;
    create function public.conf_depth() returns integer language plpgsql stable as $$ begin return depth(); end $$;
    create schema "Lakes ""of"" Ü";
    grant usage on schema "Lakes ""of"" Ü" to anon, authenticated, service_role;
    create table "Lakes ""of"" Ü".waters (id integer primary key);
    grant select, insert on "Lakes ""of"" Ü".waters to anon;
    create function public.conf_before() returns void language plpgsql as $$
    declare
      headers json := current_setting('request.headers')::json;
    begin
      if headers ->> 'x-deny' is not null then
        raise exception 'not today' using errcode = 'PT403';
      end if;
      perform set_config('conf.before', current_user || ' ' || current_setting('request.path'), true);
      perform set_config('response.headers', '[{"x-before": "asked"}]', true);
    end $$;
    create function public.conf_seen() returns text language sql stable as $$ select current_setting('conf.before') $$;
    grant execute on function conf_extra.depth(), public.conf_depth(), public.conf_before(), public.conf_seen()
      to anon, authenticated, service_role`)
  undone = await startEngine({ rest: restSettings({ txRollback: true }) })
  chosen = await startEngine({ rest: restSettings({ txRollback: true, txPreference: true }) })
  for (const each of [undone, chosen]) await each.owner.query(TABLES)
  for (const each of [engine, undone, chosen]) await known(each)
  member = await signUp(engine)
})
afterAll(async () => {
  for (const each of [engine, undone, chosen]) await each?.close()
})

describe('max-rows', () => {
  it('bounds results, embedded results and what a request may ask for', async () => {
    const client = guest(engine)
    expect((await client.from('conf_swims').select('id').order('id')).data).toEqual([{ id: 1 }, { id: 2 }])
    expect((await client.from('conf_swims').select('id').order('id').limit(4)).data).toHaveLength(2)
    expect((await client.from('conf_swims').select('id').order('id').range(1, 4)).data).toEqual([{ id: 2 }, { id: 3 }])
    const embedded = await client.from('conf_swims').select('conf_pegs(id)').eq('id', 1).single()
    expect(embedded.data?.conf_pegs).toHaveLength(2)
    const asked = await client.from('conf_swims').select('conf_pegs(id)').eq('id', 1).limit(4, {
      referencedTable: 'conf_pegs',
    })
    expect(asked.data?.[0]?.conf_pegs).toHaveLength(2)
  })

  it('leaves the total as it is', async () => {
    const { data, count } = await guest(engine).from('conf_swims').select('id', { count: 'exact' })
    expect([data?.length, count]).toEqual([2, 5])
  })
})

describe('schemas', () => {
  it('may have any name, which the header has as UTF-8', async () => {
    const bytes = Buffer.from(LAKES).toString('latin1')
    const written = await raw(engine, 'POST', '/waters', { headers: { 'content-profile': bytes }, body: { id: 1 } })
    expect(written.status).toBe(201)
    const read = await raw(engine, 'GET', '/waters', { headers: { 'accept-profile': bytes } })
    expect([read.status, read.json, read.headers.get('content-profile')]).toEqual([200, [{ id: 1 }], bytes])
    const other = await raw(engine, 'GET', '/waters', { headers: { 'accept-profile': 'lakes' } })
    expect([other.status, other.json.code]).toEqual([406, 'PGRST106'])
  })

  it('of the extra search path are searched, and not exposed', async () => {
    expect((await guest(engine).rpc('conf_depth')).data).toBe(7)
    expect((await guest(engine).rpc('depth')).error?.code).toBe('PGRST202')
    expect((await guest(undone).rpc('conf_depth')).error?.code).toBe('PGRST202')
  })
})

describe('pre-request', () => {
  it('runs before each request, as its role and with what SQL can read of it', async () => {
    expect((await guest(engine).rpc('conf_seen')).data).toBe('anon /rpc/conf_seen')
    expect((await member.rpc('conf_seen')).data).toBe('authenticated /rpc/conf_seen')
    const answer = await raw(engine, 'GET', '/conf_swims?select=id&id=eq.1', { headers: asService(engine) })
    expect([answer.json, answer.headers.get('x-before')]).toEqual([[{ id: 1 }], 'asked'])
  })

  it('refuses a request, of which nothing remains', async () => {
    const headers = { ...(await asMember(member)), 'x-deny': 'yes' }
    const read = await raw(engine, 'GET', '/conf_swims', { headers })
    expect([read.status, read.json.message]).toEqual([403, 'not today'])
    const written = await raw(engine, 'POST', '/conf_swims', { headers, body: { id: 9, name: 'refused' } })
    expect(written.status).toBe(403)
    expect(await engine.owner.query('select from public.conf_swims where id = 9')).toEqual([])
    const { 'x-deny': _, ...allowed } = headers
    expect((await raw(engine, 'POST', '/conf_swims', { headers: allowed, body: { id: 9, name: 'made' } })).status).toBe(
      201,
    )
    await engine.owner.query('delete from public.conf_swims where id = 9')
  })
})

describe('tx-end', () => {
  const stored = (of: TestEngine) => of.owner.query('select id from public.conf_swims where id > 5 order by id')
  const write = (of: TestEngine, id: number, prefer: string) =>
    raw(of, 'POST', '/conf_swims', { headers: { prefer: `return=representation,${prefer}` }, body: { id } })

  it('rollback answers every request as usual and stores nothing', async () => {
    for (const prefer of ['', 'tx=commit']) {
      const answer = await write(undone, 6, prefer)
      expect([answer.status, answer.json]).toEqual([201, [{ id: 6, name: null }]])
    }
    expect((await raw(undone, 'GET', '/conf_swims?select=id')).json).toHaveLength(5)
    expect(await stored(undone)).toEqual([])
  })

  it('rollback-allow-override stores what the client asks to store', async () => {
    await write(chosen, 6, '')
    await write(chosen, 7, 'tx=rollback')
    const answer = await write(chosen, 8, 'tx=commit')
    expect(answer.headers.get('preference-applied')).toContain('tx=commit')
    expect(await stored(chosen)).toEqual([{ id: 8 }])
  })
})
