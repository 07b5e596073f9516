import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { guest, service } from '../../../test-support/personas.ts'
import type { TestEngine } from '../../../test-support/start-engine.ts'
import { asService, raw, startRestEngine } from './rest-fixture.ts'

let engine: TestEngine
let client: SupabaseClient

beforeAll(async () => {
  engine = await startRestEngine()
  client = guest(engine)
})
afterAll(() => engine?.close())

describe('arguments', () => {
  it('are passed by name, with defaults, as lists and as JSON', async () => {
    expect((await client.rpc('conf_add', { a: 1 })).data).toBe(11)
    expect((await client.rpc('conf_add', { a: 1, b: 2 })).data).toBe(3)
    expect((await client.rpc('conf_sum', { numbers: [1, 2, 3] })).data).toBe(6)
    const whole = await raw(engine, 'POST', '/rpc/conf_whole', { body: { any: ['thing'] } })
    expect(whole.json).toEqual({ any: ['thing'] })
  })

  it('come from the query string with GET and HEAD', async () => {
    expect((await client.rpc('conf_add', { a: 1, b: 2 }, { get: true })).data).toBe(3)
    expect((await client.rpc('conf_sum', { numbers: [1, 2, 3] }, { get: true })).data).toBe(6)
    const head = await raw(engine, 'HEAD', '/rpc/conf_add?a=1')
    expect([head.status, head.text]).toEqual([200, ''])
  })

  it('choose among functions of one name, and are refused when ambiguous', async () => {
    expect((await client.rpc('conf_over', { a: 1, b: 2 })).data).toBe('two')
    const { status, json } = await raw(engine, 'POST', '/rpc/conf_over', { body: { a: 1 } })
    expect([status, json.code]).toEqual([300, 'PGRST203'])
    expect(json.message).toBe(
      'Could not choose the best candidate function between: public.conf_over(a => integer), public.conf_over(a => text)',
    )
  })

  it('that fit no function are refused, without suggestions', async () => {
    const wrong = await raw(engine, 'POST', '/rpc/conf_add', { body: { a: 1, z: 2 } })
    expect([wrong.status, wrong.json]).toEqual([
      404,
      {
        code: 'PGRST202',
        message: 'Could not find the function public.conf_add(a, z) in the schema cache',
        details:
          'Searched for the function public.conf_add with parameters a, z or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache.',
        hint: null,
      },
    ])
    const none = await raw(engine, 'POST', '/rpc/conf_ad', { body: {} })
    expect(none.json.message).toBe('Could not find the function public.conf_ad without parameters in the schema cache')
    const type = await raw(engine, 'POST', '/rpc/conf_add', { body: { a: 'x' } })
    expect([type.status, type.json.code]).toEqual([400, '22P02'])
  })

  it.each([
    'set_config',
    'pg_sleep',
    'lo_import',
    'pg_read_file',
    'raise_pgrst',
    'uid',
    'conf_trigger',
    'crypt',
    'is_admin',
  ])('reach nothing outside the exposed schema: %s', async (name) => {
    const { status, json } = await raw(engine, 'POST', `/rpc/${name}`, { headers: asService(engine), body: {} })
    expect([status, json.code]).toEqual([404, 'PGRST202'])
  })
})

describe('results', () => {
  it('are bare values, objects, or lists', async () => {
    expect((await client.rpc('conf_numbers')).data).toEqual([1, 2])
    expect((await client.rpc('conf_first')).data).toMatchObject({ id: 1, name: 'Ada' })
    expect((await client.rpc('conf_table')).data).toEqual([
      { n: 1, word: 'one' },
      { n: 2, word: 'two' },
      { n: 3, word: 'three' },
    ])
    const nothing = await client.rpc('conf_nothing')
    expect([nothing.status, nothing.data, nothing.error]).toEqual([204, null, null])
    expect((await raw(engine, 'POST', '/rpc/conf_add', { body: { a: 1 } })).headers.get('content-range')).toBe('0-0/*')
  })

  it('are filtered, sorted, limited, counted and embedded like tables', async () => {
    const table = await client
      .rpc('conf_table', {}, { count: 'exact' })
      .select('word')
      .gt('n', 1)
      .order('n', { ascending: false })
      .limit(1)
    expect([table.data, table.count]).toEqual([[{ word: 'three' }], 2])
    const heavy = await client.rpc('conf_heavy', { minimum: 9 }).select('weight,conf_anglers(name)').order('weight')
    expect(heavy.data).toEqual([
      { weight: 9.5, conf_anglers: { name: 'Ada' } },
      { weight: 14, conf_anglers: { name: 'Bob' } },
    ])
    const got = await client
      .rpc('conf_heavy', { minimum: 9 }, { get: true })
      .eq('species', 'carp')
      .gt('weight', 10)
      .select('weight')
    expect(got.data).toEqual([{ weight: 14 }])
    expect((await client.rpc('conf_table').eq('n', 2).single()).data).toEqual({ n: 2, word: 'two' })
    expect((await client.rpc('conf_table').single()).error?.code).toBe('PGRST116')
    expect((await client.rpc('conf_first').select('conf_label')).data).toEqual({ conf_label: '#1 Ada' })
  })

  it('may set status and headers of the response', async () => {
    const { status, headers, json } = await raw(engine, 'POST', '/rpc/conf_respond', { body: {} })
    expect([status, headers.get('x-lake'), json]).toEqual([418, 'Linear', 'teapot'])
  })
})

describe('calls', () => {
  it('require the right to execute', async () => {
    const denied = await client.rpc('conf_write')
    expect([denied.status, denied.error?.code, denied.error?.message]).toEqual([
      401,
      '42501',
      'permission denied for function conf_write',
    ])
    expect((await service(engine).rpc('conf_write')).error).toBeNull()
    expect(await engine.owner.query('delete from public.conf_licences where angler_id = 3 returning number')).toEqual([
      { number: 'L-3' },
    ])
  })

  it('write nothing with GET', async () => {
    const { status, json } = await raw(engine, 'GET', '/rpc/conf_write', { headers: asService(engine) })
    expect([status, json.code]).toEqual([405, '25006'])
  })

  it('that return no set cannot be limited in rows', async () => {
    const headers = { prefer: 'handling=strict, max-affected=1' }
    const { status, json } = await raw(engine, 'POST', '/rpc/conf_add', { headers, body: { a: 1 } })
    expect([status, json.code]).toEqual([400, 'PGRST128'])
    const tooMany = await raw(engine, 'POST', '/rpc/conf_numbers', { headers, body: {} })
    expect([tooMany.status, tooMany.json.code]).toEqual([400, 'PGRST124'])
  })

  it('take no other method', async () => {
    for (const method of ['PUT', 'PATCH', 'DELETE']) {
      const { status, json } = await raw(engine, method, '/rpc/conf_add', { body: { a: 1 } })
      expect([status, json.code, json.message]).toEqual([405, 'PGRST101', `Cannot use the ${method} method on RPC`])
    }
  })
})
