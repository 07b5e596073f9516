import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { guest } from '../../../test-support/personas.ts'
import type { TestEngine } from '../../../test-support/start-engine.ts'
import { raw, startRestEngine } from './rest-fixture.ts'

let engine: TestEngine
let client: SupabaseClient

beforeAll(async () => {
  engine = await startRestEngine()
  client = guest(engine)
})
afterAll(() => engine?.close())

describe('select lists', () => {
  it('returns all columns with a star, as JSON types', async () => {
    const { data, error, status } = await client.from('conf_anglers').select('*').eq('id', 1)
    expect({ error, status }).toEqual({ error: null, status: 200 })
    expect(data).toEqual([
      {
        id: 1,
        name: 'Ada',
        tags: ['fly', 'coarse'],
        meta: { home: { lake: 'Linear' }, rods: [3, 4] },
        mood: 'keen',
        weight: 12.5,
        span: '[1,5)',
        active: true,
        bio: 'fishing for carp at night',
        joined_at: '2026-01-01T00:00:00+00:00',
      },
    ])
  })

  it('renames, casts and reads from JSON', async () => {
    const { data, error } = await client
      .from('conf_anglers')
      .select('who:name,id::text,lake:meta->home->>lake,meta->rods->0,meta->home->lake,tags->>1')
      .eq('id', 1)
      .single()
    expect(error).toBeNull()
    expect(data).toEqual({ who: 'Ada', id: '1', lake: 'Linear', rods: 3, tags: 'coarse' })
  })

  it('reads a function of the row as a column', async () => {
    const { data } = await client.from('conf_anglers').select('conf_label').eq('conf_label', '#2 Bob')
    expect(data).toEqual([{ conf_label: '#2 Bob' }])
  })

  it('counts rows with the name count', async () => {
    expect((await raw(engine, 'GET', '/conf_anglers?select=count')).json).toEqual([{ count: 3 }])
  })

  it('refuses unknown columns with PostgreSQL’s message, and casts to types of the catalogue', async () => {
    const unknown = await raw(engine, 'GET', '/conf_anglers?select=nope')
    expect(unknown.status).toBe(400)
    expect(unknown.json).toEqual({
      code: '42703',
      details: null,
      hint: null,
      message: 'column conf_anglers.nope does not exist',
    })
    expect((await raw(engine, 'GET', '/conf_anglers?select=name::regclass')).json.code).toBe('42704')
    expect((await raw(engine, 'GET', '/conf_anglers?select=mood::conf_mood')).status).toBe(200)
  })

  it('refuses aggregate functions', async () => {
    for (const select of ['weight.sum()', 'count()']) {
      const { status, json } = await raw(engine, 'GET', `/conf_anglers?select=${select}`)
      expect({ status, code: json.code, message: json.message }).toEqual({
        status: 400,
        code: 'PGRST123',
        message: 'Use of aggregate functions is not allowed',
      })
    }
  })
})

describe('forms of the answer', () => {
  it('is JSON with its range and location, and names the schema only on request', async () => {
    const { headers, status } = await raw(engine, 'GET', '/conf_licences?select=number&order=number')
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(headers.get('content-range')).toBe('0-1/*')
    expect(headers.get('content-location')).toBe('/conf_licences?order=number&select=number')
    expect(headers.get('content-profile')).toBeNull()
    const odd = await raw(engine, 'GET', '/conf_licences?select=number,angler_id&number=neq.a+b%27(c)&angler_id=gt.0')
    expect(odd.headers.get('content-location')).toBe(
      '/conf_licences?angler_id=gt.0&number=neq.a%20b%27%28c%29&select=number%2Cangler_id',
    )
    const named = await raw(engine, 'GET', '/conf_licences', { headers: { 'accept-profile': 'public' } })
    expect(named.headers.get('content-profile')).toBe('public')
  })

  it('is one object for single(), and 406 unless there is exactly one', async () => {
    const one = await client.from('conf_anglers').select('name').eq('id', 2).single()
    expect(one.data).toEqual({ name: 'Bob' })
    const none = await client.from('conf_anglers').select('name').eq('id', 99).single()
    expect(none.status).toBe(406)
    expect(none.error).toMatchObject({
      code: 'PGRST116',
      message: 'Cannot coerce the result to a single JSON object',
      details: 'The result contains 0 rows',
    })
    const many = await client.from('conf_anglers').select('name').single()
    expect(many.error?.details).toBe('The result contains 3 rows')
    expect((await client.from('conf_anglers').select('name').eq('id', 99).maybeSingle()).data).toBeNull()
  })

  it('is CSV, or JSON without nulls, on request', async () => {
    const { data } = await client.from('conf_licences').select('angler_id,number').order('number').csv()
    expect(data).toBe('angler_id,number\n1,L-1\n2,L-2')
    const stripped = await raw(engine, 'GET', '/conf_anglers?select=id,bio&id=eq.3', {
      headers: { accept: 'application/vnd.pgrst.array+json;nulls=stripped' },
    })
    expect(stripped.json).toEqual([{ id: 3 }])
  })

  it('is refused for plans and other types', async () => {
    for (const accept of ['application/vnd.pgrst.plan+json', 'application/geo+json', 'image/png']) {
      const { status, json } = await raw(engine, 'GET', '/conf_anglers', { headers: { accept } })
      expect({ status, code: json.code }).toEqual({ status: 406, code: 'PGRST107' })
    }
  })

  it('has no body for HEAD, with the headers of GET', async () => {
    const { text, status, headers } = await raw(engine, 'HEAD', '/conf_anglers')
    expect({ text, status }).toEqual({ text: '', status: 200 })
    expect(headers.get('content-range')).toBe('0-2/*')
  })
})

describe('views', () => {
  it('are read like tables, and embed by the keys of their columns', async () => {
    const { data, error } = await client
      .from('conf_catch_details')
      .select('angler_name,loud,conf_anglers(name,conf_licences(number))')
      .eq('id', 1)
    expect(error).toBeNull()
    expect(data).toEqual([
      { angler_name: 'Ada', loud: 'CARP', conf_anglers: { name: 'Ada', conf_licences: { number: 'L-1' } } },
    ])
    const back = await client.from('conf_anglers').select('name,conf_catch_details(weight)').eq('id', 2)
    expect(back.data).toEqual([{ name: 'Bob', conf_catch_details: [{ weight: 14 }] }])
  })
})
