import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { TestEngine } from '../../../test-support/start-engine.ts'
import { asService, raw, startRestEngine } from './rest-fixture.ts'

// Media types that SQL makes: domains named like them, as results of functions and of aggregates over rows.
const FIXTURE = `
create domain public."text/html" as text;
create domain public."image/x-dot" as bytea;
create domain public."text/csv" as text;
create domain public."*/*" as bytea;

create function public.conf_page(name text default 'you') returns public."text/html"
  language sql immutable set search_path = '' as $$ select '<p>' || name || '</p>' $$;
create function public.conf_no_page() returns public."text/html"
  language sql immutable set search_path = '' as $$ select null::text $$;
create function public.conf_dot() returns public."image/x-dot"
  language sql immutable set search_path = '' as $$ select '\\x00ff5c78'::bytea $$;
create function public.conf_any() returns public."*/*"
  language plpgsql set search_path = '' as $$
  begin
    if current_setting('request.headers')::json ->> 'accept' = 'text/x-lake' then
      perform set_config('response.headers', '[{"Content-Type": "text/x-lake"}]', true);
    end if;
    return '\\x6c616b65'::bytea;
  end $$;

create table public.conf_lines (id integer primary key, name text not null);
insert into public.conf_lines values (1, 'Heron'), (2, 'Coot'), (3, 'Teal');
create function public.conf_lines_step(state text, line public.conf_lines) returns public."text/html"
  language sql immutable set search_path = '' as $$ select state || '<li>' || line.name || '</li>' $$;
create aggregate public.conf_lines_html(public.conf_lines) (
  sfunc = public.conf_lines_step, stype = public."text/html", initcond = '');
create function public.conf_lines_csv_step(state text, line public.conf_lines) returns public."text/csv"
  language sql immutable set search_path = '' as $$ select state || line.id || ';' || line.name || E'\\n' $$;
create aggregate public.conf_lines_csv(public.conf_lines) (
  sfunc = public.conf_lines_csv_step, stype = public."text/csv", initcond = '');
create function public.conf_some_lines() returns setof public.conf_lines
  language sql stable set search_path = '' as $$ select * from public.conf_lines where id > 1 $$;

grant select on public.conf_lines to anon, service_role;
grant execute on all functions in schema public to anon, service_role;
revoke execute on function public.conf_dot() from public, anon;
create table public.conf_media_loaded (id integer);
grant select on public.conf_media_loaded to anon;
`

let engine: TestEngine

beforeAll(async () => {
  engine = await startRestEngine()
  await engine.owner.query(FIXTURE)
  await vi.waitFor(async () => expect((await raw(engine, 'GET', '/conf_media_loaded')).status).toBe(200), {
    timeout: 20_000,
  })
})
afterAll(() => engine?.close())

/** Status, type and body of an answer. */
const get = async (path: string, accept: string, method = 'GET', headers = {}) => {
  const answer = await raw(engine, method, path, { headers: { accept, ...headers } })
  return [answer.status, answer.headers.get('content-type'), answer.text]
}
const refused = [406, 'application/json; charset=utf-8', expect.stringContaining('PGRST107')]

describe('a function that returns a media type', () => {
  it('answers with it when the client accepts it, with GET, POST and HEAD', async () => {
    expect(await get('/rpc/conf_page?name=Ada', 'text/html')).toEqual([200, 'text/html', '<p>Ada</p>'])
    expect(await get('/rpc/conf_page', 'text/html,application/xhtml+xml,*/*;q=0.8')).toEqual([
      200,
      'text/html',
      '<p>you</p>',
    ])
    expect(await get('/rpc/conf_page', 'text/html', 'HEAD')).toEqual([200, 'text/html', ''])
    const posted = await raw(engine, 'POST', '/rpc/conf_page', {
      headers: { accept: 'text/html' },
      body: { name: 'Bob' },
    })
    expect(posted.text).toBe('<p>Bob</p>')
    expect(await get('/rpc/conf_no_page', 'text/html')).toEqual([200, 'text/html', ''])
  })

  it('answers with JSON to everybody else, and with a refusal to who accepts neither', async () => {
    const json = [200, 'application/json; charset=utf-8', '"<p>you</p>"']
    expect(await get('/rpc/conf_page', '*/*')).toEqual(json)
    expect(await get('/rpc/conf_page', 'application/json, text/html')).toEqual(json)
    expect(await get('/rpc/conf_page', 'image/png')).toEqual(refused)
    expect(await get('/rpc/conf_add?a=1', 'text/html')).toEqual(refused)
  })

  it('may be bytes, for whom may call it', async () => {
    const answer = await fetch(`${engine.url}/rest/v1/rpc/conf_dot`, {
      headers: { ...asService(engine), accept: 'image/x-dot' },
    })
    expect(answer.headers.get('content-type')).toBe('image/x-dot')
    expect([...new Uint8Array(await answer.arrayBuffer())]).toEqual([0, 255, 92, 120])
    expect(await get('/rpc/conf_dot', 'image/x-dot')).toEqual([
      401,
      'application/json; charset=utf-8',
      expect.stringContaining('42501'),
    ])
  })

  it('answers to every type when its domain stands for all, and may name the type itself', async () => {
    for (const accept of ['*/*', 'image/png', 'application/json'])
      expect(await get('/rpc/conf_any', accept)).toEqual([200, 'application/octet-stream', 'lake'])
    expect(await get('/rpc/conf_any', 'text/x-lake')).toEqual([200, 'text/x-lake', 'lake'])
  })

  it('is served so that no script in it can run', async () => {
    const { headers } = await raw(engine, 'GET', '/rpc/conf_page', { headers: { accept: 'text/html' } })
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'; sandbox")
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  })
})

describe('an aggregate that returns a media type', () => {
  it('makes the answer of the rows that filters, order and window leave', async () => {
    expect(await get('/conf_lines?order=id', 'text/html')).toEqual([
      200,
      'text/html',
      '<li>Heron</li><li>Coot</li><li>Teal</li>',
    ])
    expect(await get('/conf_lines?id=gt.1&order=name.desc&limit=1', 'text/html')).toEqual([
      200,
      'text/html',
      '<li>Teal</li>',
    ])
    expect(await get('/conf_lines?id=gt.9', 'text/html')).toEqual([200, 'text/html', ''])
    expect(await get('/rpc/conf_some_lines?order=id', 'text/html')).toEqual([
      200,
      'text/html',
      '<li>Coot</li><li>Teal</li>',
    ])
  })

  it('replaces the engine’s own type, but only for all columns of its relation', async () => {
    expect(await get('/conf_lines?id=eq.1', 'text/csv')).toEqual([200, 'text/csv; charset=utf-8', '1;Heron\n'])
    expect(await get('/conf_lines?select=id&id=eq.1', 'text/csv')).toEqual([200, 'text/csv; charset=utf-8', 'id\n1'])
    expect(await get('/conf_lines?select=id', 'text/html')).toEqual(refused)
    expect(await get('/conf_clubs', 'text/html')).toEqual(refused)
    expect(await get('/conf_lines?id=eq.1', '*/*')).toEqual([
      200,
      'application/json; charset=utf-8',
      '[{"id":1,"name":"Heron"}]',
    ])
  })
})

describe('OPTIONS', () => {
  it('names the methods of a table, a view and a function', async () => {
    const allowed = async (path: string, headers: Record<string, string> = {}) => {
      const answer = await raw(engine, 'OPTIONS', path, { headers })
      return [answer.status, answer.headers.get('allow'), answer.text]
    }
    const all = 'OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE'
    expect(await allowed('/conf_lines')).toEqual([200, all, ''])
    expect(await allowed('/conf_media_loaded')).toEqual([200, 'OPTIONS,GET,HEAD,POST,PATCH,DELETE', ''])
    expect(await allowed('/conf_catch_details')).toEqual([200, 'OPTIONS,GET,HEAD', ''])
    expect(await allowed('/rpc/conf_write')).toEqual([200, 'OPTIONS,POST', ''])
    expect(await allowed('/rpc/conf_add')).toEqual([200, 'OPTIONS,GET,HEAD,POST', ''])
    expect(await allowed('/')).toEqual([200, 'OPTIONS,GET,HEAD', ''])
    expect(await allowed('/conf_lines', { 'access-control-request-method': 'GET' })).toEqual([204, all, ''])
    expect(await allowed('/nothing')).toEqual([204, null, ''])
  })
})
