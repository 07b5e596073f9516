import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { guest } from '../../../test-support/personas.ts'
import type { TestEngine } from '../../../test-support/start-engine.ts'
import { asService, raw, startRestEngine } from './rest-fixture.ts'

let engine: TestEngine
let client: SupabaseClient

beforeAll(async () => {
  engine = await startRestEngine()
  client = guest(engine)
})
afterAll(() => engine?.close())

async function ids(query: string): Promise<number[] | string> {
  const { status, json } = await raw(engine, 'GET', `/conf_anglers?select=id&${query}`)
  return status < 300 ? json.map(({ id }: { id: number }) => id) : `${status} ${json.code}`
}

describe('order', () => {
  it.each([
    ['order=id.desc', [3, 2, 1]],
    ['order=id', [1, 2, 3]],
    ['order=weight.asc', [2, 1, 3]],
    ['order=weight.desc', [3, 1, 2]],
    ['order=weight.desc.nullslast', [1, 2, 3]],
    ['order=weight.nullsfirst', [3, 2, 1]],
    ['order=mood,id.desc', [3, 2, 1]],
    ['order=meta->home->>lake.desc.nullslast', [2, 1, 3]],
    ['order=id.down', '400 PGRST100'],
    ['order=nope', '400 42703'],
    ['order=other(id)', '400 PGRST108'],
  ])('%s gives %j', async (query, expected) => {
    expect(await ids(query)).toEqual(expected)
  })

  it('sorts parents by a to-one embed, and refuses a to-many one', async () => {
    const { data, error } = await client
      .from('conf_catches')
      .select('id,conf_anglers(name)')
      .order('conf_anglers(name)', { ascending: false })
      .order('id')
    expect(error).toBeNull()
    expect(data?.map(({ id }) => id)).toEqual([3, 1, 2])
    const { status, json } = await raw(engine, 'GET', '/conf_anglers?select=id,conf_catches(id)&order=conf_catches(id)')
    expect({ status, json }).toMatchObject({
      status: 400,
      json: { code: 'PGRST118', message: "A related order on 'conf_catches' is not possible" },
    })
  })

  it('sorts and limits embeds independently', async () => {
    const { data } = await client
      .from('conf_anglers')
      .select('id,conf_catches(weight)')
      .order('weight', { referencedTable: 'conf_catches', ascending: true })
      .limit(1, { referencedTable: 'conf_catches' })
      .eq('id', 1)
    expect(data).toEqual([{ id: 1, conf_catches: [{ weight: 2 }] }])
  })
})

describe('windows and counts', () => {
  it('limits by limit, offset and range', async () => {
    expect(await ids('order=id&limit=2')).toEqual([1, 2])
    expect(await ids('order=id&limit=2&offset=1')).toEqual([2, 3])
    expect(await ids('order=id&offset=9')).toEqual([])
    expect(await ids('limit=0')).toEqual([])
    const { data, count } = await client.from('conf_anglers').select('id', { count: 'exact' }).order('id').range(1, 1)
    expect({ data, count }).toEqual({ data: [{ id: 2 }], count: 3 })
  })

  it.each([
    ['', {}, 200, '0-2/*'],
    ['', { prefer: 'count=exact' }, 200, '0-2/3'],
    ['limit=2', { prefer: 'count=exact' }, 206, '0-1/3'],
    ['limit=1&offset=2', { prefer: 'count=exact' }, 206, '2-2/3'],
    ['limit=2', {}, 200, '0-1/*'],
    ['id=eq.9', {}, 200, '*/*'],
    ['id=eq.9', { prefer: 'count=exact' }, 200, '*/0'],
    ['limit=0', {}, 200, '*/*'],
    ['offset=3', { prefer: 'count=exact' }, 206, '*/3'],
    ['', { range: '0-0', 'range-unit': 'items' }, 200, '0-0/*'],
    ['', { range: '1-', prefer: 'count=exact' }, 206, '1-2/3'],
    ['limit=1', { range: '1-2' }, 200, '*/*'],
    ['', { range: 'bytes=0-10' }, 200, '0-2/*'],
  ])('%s with %j is %i, %s', async (query, headers, status, range) => {
    const answer = await raw(engine, 'GET', `/conf_anglers?select=id&order=id&${query}`, { headers: headers as never })
    expect([answer.status, answer.headers.get('content-range')]).toEqual([status, range])
  })

  it('refuses impossible windows', async () => {
    const past = await raw(engine, 'GET', '/conf_anglers?offset=10', { headers: { prefer: 'count=exact' } })
    expect([past.status, past.headers.get('content-range')]).toEqual([416, '*/3'])
    expect(past.json).toEqual({
      code: 'PGRST103',
      message: 'Requested range not satisfiable',
      details: 'An offset of 10 was requested, but there are only 3 rows.',
      hint: null,
    })
    expect(await ids('limit=-1')).toBe('416 PGRST103')
    expect(await ids('limit=ten')).toBe('400 PGRST100')
    expect(await ids('offset=100001')).toBe('400 PGRST100')
    expect((await raw(engine, 'GET', '/conf_anglers', { headers: { range: '5-2' } })).status).toBe(416)
  })

  it('returns planned and estimated counts exactly, because statistics would reveal hidden rows', async () => {
    for (const count of ['planned', 'estimated'] as const) {
      const answer = await client.from('conf_anglers').select('*', { count, head: true }).gt('id', 1)
      expect(answer.count).toBe(2)
    }
  })

  it('stops at a thousand rows, however many are requested, also in embeds', async () => {
    await engine.owner.query(
      `insert into public.conf_catches (angler_id, weight) select 3, 1 from generate_series(1, 1200)`,
    )
    const all = await raw(engine, 'GET', '/conf_catches?select=id&limit=1000000000', {
      headers: { prefer: 'count=exact' },
    })
    expect(all.json).toHaveLength(1000)
    expect(all.headers.get('content-range')).toBe('0-999/1203')
    const embedded = await raw(engine, 'GET', '/conf_anglers?select=conf_catches(id)&id=eq.3&conf_catches.limit=5000')
    expect(embedded.json[0].conf_catches).toHaveLength(1000)
    const deleted = await raw(engine, 'DELETE', '/conf_catches?angler_id=eq.3&select=id', {
      headers: { ...asService(engine), prefer: 'return=representation' },
    })
    expect(deleted.json).toHaveLength(1200)
  })
})
