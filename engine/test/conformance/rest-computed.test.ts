import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { guest, service } from '../../../test-support/personas.ts'
import type { TestEngine } from '../../../test-support/start-engine.ts'
import { raw, startRestEngine } from './rest-fixture.ts'

let engine: TestEngine
let client: SupabaseClient
let operator: SupabaseClient

beforeAll(async () => {
  engine = await startRestEngine()
  client = guest(engine)
  operator = service(engine)
})
afterAll(() => engine?.close())

const get = async (path: string) => {
  const { status, json } = await raw(engine, 'GET', path)
  return status === 200 ? json : [status, json.code]
}

describe('computed relationships', () => {
  it('embed at most one row for a function that returns a single row, and many for others', async () => {
    expect(await get('/conf_anglers?select=name,conf_heaviest(species,weight)&order=id')).toEqual([
      { name: 'Ada', conf_heaviest: { species: 'carp', weight: 9.5 } },
      { name: 'Bob', conf_heaviest: { species: 'carp', weight: 14 } },
      { name: 'Cy "the, (rod)"', conf_heaviest: null },
    ])
    expect(await get('/conf_catches?select=id,smaller:conf_lighter(id)&order=id')).toEqual([
      { id: 1, smaller: [{ id: 2 }] },
      { id: 2, smaller: [] },
      { id: 3, smaller: [{ id: 2 }, { id: 1 }] },
    ])
  })

  it('embed null when a function of a single row finds none', async () => {
    expect(await get('/conf_catches?select=id,conf_catcher(name)&order=id')).toEqual([
      { id: 1, conf_catcher: { name: 'Ada' } },
      { id: 2, conf_catcher: { name: 'Ada' } },
      { id: 3, conf_catcher: null },
    ])
    expect(await get('/conf_catches?select=id,conf_catcher!inner(name)&order=id&limit=1&offset=1')).toHaveLength(1)
    expect(await get('/conf_catches?select=id,who:conf_catcher()&who=is.null')).toEqual([{ id: 3 }])
  })

  it('accept filters, orders, windows, spreads and embeds', async () => {
    expect(
      await get(
        '/conf_catches?select=id,conf_lighter(id,conf_label,conf_anglers(name))&id=eq.3&conf_lighter.order=weight.desc&conf_lighter.limit=1',
      ),
    ).toEqual([{ id: 3, conf_lighter: [{ id: 1, conf_label: 'carp of 9.50', conf_anglers: { name: 'Ada' } }] }])
    expect(
      await get('/conf_anglers?select=name,...conf_heaviest(weight)&id=lte.2&order=conf_heaviest(weight).desc'),
    ).toEqual([
      { name: 'Bob', weight: 14 },
      { name: 'Ada', weight: 9.5 },
    ])
    expect(await get('/conf_anglers?select=*,conf_heaviest!inner(id)&conf_heaviest.weight=gt.10')).toMatchObject([
      { id: 2, name: 'Bob', conf_heaviest: { id: 3 } },
    ])
  })

  it('continue from embedded rows, and replace a key of the same name', async () => {
    expect(await get('/conf_licences?select=number,conf_anglers(name,conf_heaviest(id))&angler_id=eq.2')).toEqual([
      { number: 'L-2', conf_anglers: { name: 'Bob', conf_heaviest: { id: 3 } } },
    ])
    expect(await get('/conf_clubs?select=name,conf_licences(number)&order=id')).toEqual([
      { name: 'North', conf_licences: [{ number: 'L-1' }, { number: 'L-2' }] },
      { name: 'North juniors', conf_licences: [{ number: 'L-2' }] },
    ])
  })

  it('are not found by a hint, and require the right to execute', async () => {
    expect(await get('/conf_anglers?select=conf_heaviest!angler_id(id)')).toEqual([400, 'PGRST200'])
    await engine.owner.query('revoke execute on function public.conf_heaviest(public.conf_anglers) from public, anon')
    expect(await get('/conf_anglers?select=conf_heaviest(id)')).toEqual([401, '42501'])
    await engine.owner.query('grant execute on function public.conf_heaviest(public.conf_anglers) to anon')
  })

  it('are read from the rows that a write returns', async () => {
    const select = '*,conf_label,conf_lighter(id)'
    const made = await operator.from('conf_catches').insert({ angler_id: 1, weight: 3 }).select(select).single()
    expect(made.data).toEqual({
      id: expect.any(Number),
      angler_id: 1,
      species: 'carp',
      weight: 3,
      conf_label: 'carp of 3.00',
      conf_lighter: [{ id: 2 }],
    })
    const id = made.data?.id as number
    const changed = await operator.from('conf_catches').update({ weight: 10 }).eq('id', id).select('conf_catcher(name)')
    expect(changed.data).toEqual([{ conf_catcher: { name: 'Ada' } }])
    const gone = await operator.from('conf_catches').delete().eq('id', id).select('conf_catcher(name)')
    expect(gone.data).toEqual([{ conf_catcher: { name: 'Ada' } }])
  })
})

describe('rows of functions', () => {
  it('have computed columns and relationships, in select lists, filters and orders', async () => {
    const { data } = await client
      .rpc('conf_heavy', { minimum: 1 })
      .select('*,conf_label,conf_lighter(id)')
      .eq('conf_label', 'carp of 14.00')
    expect(data).toEqual([
      {
        id: 3,
        angler_id: 2,
        species: 'carp',
        weight: 14,
        conf_label: 'carp of 14.00',
        conf_lighter: [{ id: 2 }, { id: 1 }],
      },
    ])
    expect(await get('/rpc/conf_heavy?minimum=1&select=id&order=conf_label.desc&limit=2')).toEqual([
      { id: 2 },
      { id: 1 },
    ])
    expect(await get('/rpc/conf_heavy?minimum=1&select=id,conf_catcher!inner(name)&order=id&limit=1')).toEqual([
      { id: 1, conf_catcher: { name: 'Ada' } },
    ])
    expect(await get('/rpc/conf_first?select=name,conf_label,conf_heaviest(id)')).toEqual({
      name: 'Ada',
      conf_label: '#1 Ada',
      conf_heaviest: { id: 1 },
    })
  })

  it('are counted with their computed columns', async () => {
    const counted = await raw(engine, 'GET', '/rpc/conf_heavy?minimum=1&conf_label=like.carp*&limit=1', {
      headers: { prefer: 'count=exact' },
    })
    expect(counted.headers.get('content-range')).toBe('0-0/2')
    expect(counted.json).toEqual([{ id: 1, angler_id: 1, species: 'carp', weight: 9.5 }])
  })
})
