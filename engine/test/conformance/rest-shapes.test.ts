import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { TestEngine } from '../../../test-support/start-engine.ts'
import { asService, raw, startRestEngine } from './rest-fixture.ts'

// Shapes of schema and request that are rare in one's own database and common in others'.
const FIXTURE = `
create view public.conf_self as select 1 as a;
create or replace view public.conf_self as select a from public.conf_self;

create table public.conf_boats (
  id integer primary key, owner integer references public.conf_anglers, name text not null default 'Nameless',
  built date default '2020-02-02');
create view public.conf_owners as select id, name from public.conf_anglers;
insert into public.conf_boats values (1, 1, 'Heron'), (2, 2, 'Coot');

create function public.conf_code(code char(4), mask bit(3)) returns text
  language sql immutable set search_path = '' as $$ select code || ':' || mask::text $$;
create function public.conf_plus(n integer, out plus integer)
  language sql immutable set search_path = '' as $$ select n + 1 $$;
create function public.conf_loose() returns record
  language sql immutable set search_path = '' as $$ select 1 as id, 'one'::text as word $$;
create function public.conf_join(variadic parts text[]) returns text
  language sql immutable set search_path = '' as $$ select array_to_string(parts, '+') $$;
create function public.conf_any_catch(public.conf_anglers) returns setof public.conf_catches rows 1
  language sql stable set search_path = '' as $$
    select * from public.conf_catches where angler_id = $1.id order by id $$;
create function public.conf_bad_headers() returns text
  language plpgsql set search_path = '' as $$
  begin perform set_config('response.headers', '[{"x-lake": 1}]', true); return 'never'; end $$;
create function public.conf_cookies() returns text
  language plpgsql set search_path = '' as $$
  begin perform set_config('response.headers', '[{"Set-Cookie": "a=1"}, {"Set-Cookie": "b=2"}]', true); return 'two'; end $$;
create function public.conf_cached() returns text
  language plpgsql set search_path = '' as $$
  begin
    perform set_config('response.headers', '[{"X-Lake": "a"}, {"Cache-Control": "max-age=9"}, {"X-Lake": "b"}]', true);
    return 'kept';
  end $$;
create function public.conf_raise(message text, detail text) returns void
  language plpgsql set search_path = '' as $$
  begin
    if detail = '' then raise sqlstate 'PGRST' using message = message; end if;
    raise sqlstate 'PGRST' using message = message, detail = detail;
  end $$;
create domain public.conf_vector as tsvector;
create table public.conf_texts (id integer primary key, words public.conf_vector not null);
insert into public.conf_texts values (1, to_tsvector('english', 'big carp')), (2, to_tsvector('english', 'small tench'));
create function public.conf_words(public.conf_texts) returns tsvector
  language sql immutable set search_path = '' as $$ select $1.words $$;
create domain public.conf_angler as public.conf_anglers;
create function public.conf_as_domain() returns public.conf_angler
  language sql stable set search_path = '' as $$ select a from public.conf_anglers as a where id = 1 $$;
grant select on public.conf_texts to anon;
create function public.conf_fail_code(state text) returns void
  language plpgsql set search_path = '' as $$ begin raise exception 'no' using errcode = state; end $$;
grant select on public.conf_self, public.conf_owners to anon, service_role;
grant all on public.conf_boats to anon, service_role;
grant execute on all functions in schema public to anon, service_role;
create table public.conf_shapes_loaded (id integer);
grant select on public.conf_shapes_loaded to anon;
`

let engine: TestEngine
const get = async (path: string) => {
  const { status, json } = await raw(engine, 'GET', path)
  return status === 200 ? json : { status, ...json }
}

beforeAll(async () => {
  engine = await startRestEngine()
  await engine.owner.query(FIXTURE)
  await vi.waitFor(async () => expect((await raw(engine, 'GET', '/conf_shapes_loaded')).status).toBe(200), {
    timeout: 20_000,
  })
})
afterAll(() => engine?.close())

describe('a schema with rare shapes', () => {
  it('is read although a view is defined over itself', async () => {
    // The fixture's last table was found, so the schema was read; the view itself cannot be.
    expect(await get('/conf_self')).toMatchObject({ status: 500, code: '42P17' })
  })

  it('leads by a foreign key or its column to the table, although a view shows the same key', async () => {
    expect(await get('/conf_boats?select=name,who:owner(name)&id=eq.1')).toEqual([
      { name: 'Heron', who: { name: 'Ada' } },
    ])
    expect(await get('/conf_boats?select=name,conf_boats_owner_fkey(name)&id=eq.1')).toEqual([
      { name: 'Heron', conf_boats_owner_fkey: { name: 'Ada' } },
    ])
    expect(await get('/conf_boats?select=name,conf_owners(name)&id=eq.2')).toEqual([
      { name: 'Coot', conf_owners: { name: 'Bob' } },
    ])
  })

  it('has hints that can be followed', async () => {
    const { hint } = await get('/conf_clubs?select=name,conf_anglers(name)')
    const [, way] = /following: '([^']+)'/.exec(hint) ?? []
    expect(await get(`/conf_clubs?select=name,${way}(name)&id=eq.1`)).toHaveLength(1)
  })

  it('has to-one functions of a row that return several: the first one counts', async () => {
    expect(await get('/conf_anglers?select=name,conf_any_catch(species)&id=eq.1')).toEqual([
      { name: 'Ada', conf_any_catch: { species: 'carp' } },
    ])
    expect(await get('/conf_anglers?select=name,...conf_any_catch(species)&id=eq.1')).toEqual([
      { name: 'Ada', species: 'carp' },
    ])
    expect(await get('/conf_anglers?select=name,conf_any_catch(species)&conf_any_catch.limit=5&id=eq.1')).toHaveLength(
      1,
    )
  })
})

describe('select lists', () => {
  it('select all columns when they are empty', async () => {
    expect(await get('/conf_licences?select=&angler_id=eq.1')).toEqual([{ angler_id: 1, number: 'L-1' }])
  })

  it('leave out embeds of which nothing is selected, on every level', async () => {
    expect(await get('/conf_catches?select=id,conf_anglers(conf_licences())&id=eq.1')).toEqual([{ id: 1 }])
    expect(await get('/conf_catches?select=id,conf_anglers!inner(conf_licences!inner())&order=id')).toHaveLength(3)
  })
})

describe('writes', () => {
  it('fill columns that an update leaves out with their defaults on request', async () => {
    const patch = (prefer: string) =>
      raw(engine, 'PATCH', '/conf_boats?id=eq.1&columns=name,built&select=name,built', {
        headers: { ...asService(engine), prefer: `return=representation, ${prefer}` },
        body: { name: 'Swift' },
      })
    expect((await patch('missing=null')).json).toEqual([{ name: 'Swift', built: null }])
    const filled = await patch('missing=default')
    expect(filled.json).toEqual([{ name: 'Swift', built: '2020-02-02' }])
    expect(filled.headers.get('preference-applied')).toContain('missing=default')
  })

  it('of no rows create nothing, so an upsert of them answers 200', async () => {
    const upsert = { headers: { ...asService(engine), prefer: 'resolution=merge-duplicates' }, body: [] }
    expect((await raw(engine, 'POST', '/conf_boats', upsert)).status).toBe(200)
    expect((await raw(engine, 'POST', '/conf_boats', { headers: asService(engine), body: [] })).status).toBe(201)
  })
})

describe('functions', () => {
  it('get arguments of fixed length whole', async () => {
    expect(await get('/rpc/conf_code?code=carp&mask=101')).toBe('carp:101')
    const { json } = await raw(engine, 'POST', '/rpc/conf_code', { body: { code: 'carp', mask: '101' } })
    expect(json).toBe('carp:101')
  })

  it('return one value as one row of the count', async () => {
    const answer = await raw(engine, 'GET', '/rpc/conf_add?a=1', { headers: { prefer: 'count=exact' } })
    expect([answer.status, answer.json, answer.headers.get('content-range')]).toEqual([200, 11, '0-0/1'])
    const set = await raw(engine, 'GET', '/rpc/conf_numbers', { headers: { prefer: 'count=exact' } })
    expect([set.json, set.headers.get('content-range')]).toEqual([[1, 2], '0-1/2'])
  })

  it('return an object for a single output parameter and for a record', async () => {
    expect(await get('/rpc/conf_plus?n=5')).toEqual({ plus: 6 })
    expect(await get('/rpc/conf_loose')).toEqual({ id: 1, word: 'one' })
  })

  it('return a domain over a row as the row itself, with columns to choose', async () => {
    expect(await get('/rpc/conf_as_domain?select=name,conf_licences(number)')).toEqual({
      name: 'Ada',
      conf_licences: { number: 'L-1' },
    })
  })

  it('take a list of arguments from repeated parameters', async () => {
    expect(await get('/rpc/conf_join?parts=a&parts=b,c')).toBe('a+b,c')
    expect(await get('/rpc/conf_join?parts=a')).toBe('a')
    expect(await get('/rpc/conf_join?parts={a,b}')).toBe('a+b')
    expect(await get('/rpc/conf_add?a=1&a=2')).toBe(12)
  })

  it('set headers for the response, each as often as they say, and only as text', async () => {
    const two = await raw(engine, 'GET', '/rpc/conf_cookies')
    expect(two.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
    expect(await get('/rpc/conf_bad_headers')).toMatchObject({
      status: 500,
      code: 'PGRST111',
      message: 'response.headers guc must be a JSON array composed of objects with a single key and a string value',
    })
    const kept = (await raw(engine, 'GET', '/rpc/conf_cached')).headers
    expect([kept.get('x-lake'), kept.get('cache-control')]).toEqual(['a, b', 'max-age=9'])
  })

  it('tell what is wrong with a reply that they raise', async () => {
    const raise = async (message: string, detail: string) => {
      const { status, json } = await raw(engine, 'POST', '/rpc/conf_raise', { body: { message, detail } })
      return [status, json.code, json.details, json.hint]
    }
    const good = '{"code": "1", "message": "no"}'
    const needs = [
      "MESSAGE must be a JSON object with obligatory keys: 'code', 'message' and optional keys: 'details', 'hint'.",
      "DETAIL must be a JSON object with obligatory keys: 'status', 'headers' and optional key: 'status_text'.",
    ]
    expect(await raise('INVALID', '{}')).toEqual([
      500,
      'PGRST121',
      "Invalid JSON value for MESSAGE: 'INVALID'",
      needs[0],
    ])
    expect(await raise(good, '')).toEqual([500, 'PGRST121', 'DETAIL is missing in the RAISE statement', needs[1]])
    for (const detail of ['INVALID', '{"status": 402}', '{"status": 99, "headers": {}}', '{"headers": {}}'])
      expect(await raise(good, detail)).toEqual([
        500,
        'PGRST121',
        `Invalid JSON value for DETAIL: '${detail}'`,
        needs[1],
      ])
    expect(await raise(good, '{"status": 402, "headers": {}}')).toEqual([402, '1', null, null])
  })

  it('fail with 500 for a status that is none', async () => {
    expect(await get('/rpc/conf_fail_code?state=PTabc'.replace('abc', 'ABC'))).toMatchObject({ status: 500 })
    expect(await get('/rpc/conf_fail_code?state=PT418')).toMatchObject({ status: 418 })
  })
})

describe('the grammar', () => {
  it('allows blanks around the parentheses of conditions', async () => {
    expect(
      await get('/conf_catches?select=id&and=( id.gt.1 , or ( id.eq.2 , not.and ( id.lt.9 , id.gt.1 ) ) )'),
    ).toEqual([{ id: 2 }])
  })

  it('takes a per cent sign that begins no escape for itself', async () => {
    expect(await get('/conf_anglers?select=name&name=like.A%')).toEqual([{ name: 'Ada' }])
    expect(await get('/conf_anglers?select=name&name=like.%25da%')).toEqual([{ name: 'Ada' }])
    expect(await get('/conf_anglers?select=name&name=eq.%C3')).toEqual([])
  })

  it('takes a negative offset for none, and reads a range only for GET', async () => {
    expect(await get('/conf_catches?select=id&order=id&offset=-4')).toHaveLength(3)
    const head = await raw(engine, 'HEAD', '/conf_catches', { headers: { range: '0-0', prefer: 'count=exact' } })
    expect([head.status, head.headers.get('content-range')]).toEqual([200, '0-2/3'])
  })

  it('reads parameters of Accept with and without a blank', async () => {
    const accept = 'application/vnd.pgrst.array+json;nulls=stripped'
    const answer = await raw(engine, 'GET', '/conf_anglers?select=id,bio&id=eq.3', { headers: { accept } })
    expect([answer.json, answer.headers.get('content-type')]).toEqual([[{ id: 3 }], `${accept}; charset=utf-8`])
  })

  it('takes a quote without its end for itself, and a name without a value for nothing', async () => {
    expect(await get('/conf_anglers?select=id&name=in.(")')).toEqual([])
    expect(await get('/conf_anglers?select=id&name=in.( ,Ada)')).toEqual([{ id: 1 }])
    expect(await get('/conf_anglers?select=id&id=eq.1&name')).toEqual([{ id: 1 }])
    for (const path of ['meta->>--34', 'meta->-a', '-id', 'id--x'])
      expect(await get(`/conf_anglers?select=${path}`)).toMatchObject({ status: 400, code: 'PGRST100' })
  })

  it('searches text in computed vectors and in domains over them', async () => {
    expect(await get('/conf_texts?select=id&conf_words=fts.carp')).toEqual([{ id: 1 }])
    expect(await get('/conf_texts?select=id&words=fts(english).tench')).toEqual([{ id: 2 }])
    expect(await get('/conf_anglers?select=id&conf_label=plfts.Ada')).toEqual([{ id: 1 }])
  })
})
