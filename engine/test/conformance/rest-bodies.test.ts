import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { TestEngine } from '../../../test-support/start-engine.ts'
import { asService, raw, startRestEngine } from './rest-fixture.ts'

// Functions with one unnamed parameter of each kind, and bodies that are no JSON object.
const FIXTURE = `
create function public.conf_text(text) returns text
  language sql immutable set search_path = '' as $$ select 'text:' || $1 $$;
create function public.conf_bytes(bytea) returns integer
  language sql immutable set search_path = '' as $$ select length($1) $$;
create function public.conf_sort(json) returns text
  language sql immutable set search_path = '' as $$ select 'json:' || json_typeof($1) $$;
create function public.conf_sort(text) returns text
  language sql immutable set search_path = '' as $$ select 'text' $$;
create function public.conf_sort(a integer) returns text
  language sql immutable set search_path = '' as $$ select 'a:' || a $$;
create function public.conf_list(variadic words text[]) returns text
  language sql immutable set search_path = '' as $$ select array_to_string(words, '+') $$;
grant execute on all functions in schema public to anon, service_role;
create table public.conf_bodies_loaded (id integer);
grant select on public.conf_bodies_loaded to anon;
`

let engine: TestEngine

beforeAll(async () => {
  engine = await startRestEngine()
  await engine.owner.query(FIXTURE)
  await vi.waitFor(async () => expect((await raw(engine, 'GET', '/conf_bodies_loaded')).status).toBe(200), {
    timeout: 20_000,
  })
})
afterAll(() => engine?.close())

/** The result of a function called with a body of this type, or status, code and the sentence about what was searched. */
const call = async (name: string, type: string, body: unknown) => {
  const headers = { 'content-type': type }
  const { status, json } = await raw(engine, 'POST', `/rpc/${name}`, { headers, body })
  return status === 200 ? json : [status, json.code, json.details]
}

describe('a body that is passed on as it is', () => {
  it('is text, or bytes, for a function with one unnamed parameter of that type', async () => {
    expect(await call('conf_text', 'text/plain', '{"a": 1}')).toBe('text:{"a": 1}')
    expect(await call('conf_text', 'text/plain; charset=utf-8', 'Größe')).toBe('text:Größe')
    const answer = await fetch(`${engine.url}/rest/v1/rpc/conf_bytes`, {
      method: 'POST',
      headers: { apikey: engine.publishableKey, 'content-type': 'application/octet-stream' },
      body: new Uint8Array([0, 255, 92, 120, 10]),
    })
    expect([answer.status, await answer.json()]).toEqual([200, 5])
  })

  it('chooses among functions of one name by its type', async () => {
    expect(await call('conf_sort', 'text/plain', '{}')).toBe('text')
    expect(await call('conf_sort', 'application/json', { b: 1 })).toBe('json:object')
    expect(await call('conf_sort', 'application/json', [{ b: 1 }])).toBe('json:array')
    expect(await call('conf_sort', 'application/json', { a: 7 })).toBe('a:7')
  })

  it('finds no function with a parameter of another type, or with a name', async () => {
    const searched = (fn: string, type: string) =>
      `Searched for the function public.${fn} with a single unnamed ${type} parameter, ` +
      'but no matches were found in the schema cache.'
    expect(await call('conf_add', 'text/plain', 'a')).toEqual([404, 'PGRST202', searched('conf_add', 'text')])
    expect(await call('conf_text', 'application/octet-stream', 'a')).toEqual([
      404,
      'PGRST202',
      searched('conf_text', 'bytea'),
    ])
    expect(await call('conf_text', 'text/xml', '<a/>')).toEqual([404, 'PGRST202', searched('conf_text', 'xml')])
    expect(await call('conf_text', 'image/png', 'a')).toEqual([400, 'PGRST102', null])
  })

  it('is text that PostgreSQL can store', async () => {
    expect((await call('conf_text', 'text/plain', 'a\0b'))[0]).toBe(400)
  })

  it('is the whole JSON when its only key has no name, like the parameter', async () => {
    expect(await call('conf_text', 'application/json', '{"": "x"}')).toBe('text:{"": "x"}')
    expect((await call('conf_add', 'application/json', '{"": 1}'))[1]).toBe('PGRST202')
  })
})

describe('arguments', () => {
  it('are those of the first object of a list', async () => {
    expect(await call('conf_add', 'application/json', [{ a: 1 }, { a: 5 }])).toBe(11)
    expect(await call('conf_add', 'text/csv', 'a,b\n1,2\n3,4')).toBe(3)
    expect(await call('conf_numbers', 'application/json', [])).toEqual([1, 2])
    expect((await call('conf_add', 'application/json', [{ a: 1, z: 2 }]))[1]).toBe('PGRST202')
  })

  it('are the fields of a form, and a list takes repeated ones', async () => {
    const form = 'application/x-www-form-urlencoded'
    expect(await call('conf_add', form, 'a=1&b=2')).toBe(3)
    expect(await call('conf_list', form, 'words=a+b&words=c%26d')).toBe('a b+c&d')
    expect(await call('conf_add', form, 'z=1')).toEqual([
      404,
      'PGRST202',
      'Searched for the function public.conf_add with parameter z, but no matches were found in the schema cache.',
    ])
    expect(await call('conf_add', form, 'a=x')).toEqual([400, '22P02', null])
  })

  it('that no function takes with GET are told without the body', async () => {
    const { json } = await raw(engine, 'GET', '/rpc/conf_add?a=1&z=2')
    expect(json.details).toBe(
      'Searched for the function public.conf_add with parameters a, z, but no matches were found in the schema cache.',
    )
    expect((await raw(engine, 'GET', '/rpc/conf_ad')).json.details).toBe(
      'Searched for the function public.conf_ad without parameters, but no matches were found in the schema cache.',
    )
  })
})

describe('a form', () => {
  it('is a row of a table, for whom may write it', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded', prefer: 'return=representation' }
    const body = 'id=90&name=Ivy+%26+co&tags=%7Ba%2Cb%7D'
    const denied = await raw(engine, 'POST', '/conf_anglers', { headers, body })
    expect([denied.status, denied.json.code]).toEqual([401, '42501'])
    const { status, json } = await raw(engine, 'POST', '/conf_anglers?select=id,name,tags', {
      headers: { ...asService(engine), ...headers },
      body,
    })
    expect([status, json]).toEqual([201, [{ id: 90, name: 'Ivy & co', tags: ['a', 'b'] }]])
    const wrong = await raw(engine, 'PATCH', '/conf_anglers?id=eq.90', {
      headers: { ...asService(engine), ...headers },
      body: '__proto__=1',
    })
    expect([wrong.status, wrong.json.code]).toEqual([400, 'PGRST204'])
    await engine.owner.query('delete from public.conf_anglers where id = 90')
  })
})
