import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { service } from '../../../test-support/personas.ts'
import type { TestEngine } from '../../../test-support/start-engine.ts'
import { asService, raw, restSettings, startRestEngine } from './rest-fixture.ts'

let engine: TestEngine

beforeAll(async () => {
  engine = await startRestEngine({
    rest: restSettings({ aggregates: true }),
  })
})
afterAll(() => engine?.close())

const get = async (path: string) => {
  const { status, json } = await raw(engine, 'GET', path)
  return status === 200 ? json : [status, json.code]
}

describe('aggregates', () => {
  it('aggregate all rows when nothing else is selected', async () => {
    expect(
      await get('/conf_catches?select=weight.sum(),weight.avg(),weight.min(),weight.max(),weight.count(),rows:count()'),
    ).toEqual([{ sum: 25.5, avg: 8.5, min: 2, max: 14, count: 3, rows: 3 }])
    expect(await get('/conf_catches?select=weight.sum(),count()&weight=gt.100')).toEqual([{ sum: null, count: 0 }])
  })

  it('group by the other columns, with filters, orders and windows', async () => {
    expect(await get('/conf_catches?select=species,total:weight.sum()&order=species')).toEqual([
      { species: 'carp', total: 23.5 },
      { species: 'tench', total: 2 },
    ])
    expect(await get('/conf_catches?select=species,count()&weight=gt.1&order=species.desc&limit=1')).toEqual([
      { species: 'tench', count: 1 },
    ])
    const { data } = await service(engine).from('conf_catches').select('angler_id, count()').order('angler_id')
    expect(data).toEqual([
      { angler_id: 1, count: 2 },
      { angler_id: 2, count: 1 },
    ])
    expect(await get('/conf_catches?select=species,weight.sum()&order=weight')).toEqual([400, '42803'])
  })

  it('cast before and after, and read from JSON', async () => {
    expect(await get('/conf_catches?select=weight::int.sum()::text')).toEqual([{ sum: '26' }])
    expect(
      await get('/conf_anglers?select=meta->rods->0::int.max(),meta->home->>lake&id=lte.2&order=meta->home->>lake'),
    ).toEqual([400, '42803'])
    expect(await get('/conf_anglers?select=meta->rods->0::int.max(),lake:meta->home->>lake&id=eq.1')).toEqual([
      { max: 3, lake: 'Linear' },
    ])
    expect(await get('/conf_catches?select=weight.sum()::regclass')).toEqual([400, '42704'])
  })

  it('work inside embeds, for each parent', async () => {
    expect(
      await get('/conf_anglers?select=name,conf_catches(species,weight.max())&order=id&conf_catches.order=species'),
    ).toEqual([
      {
        name: 'Ada',
        conf_catches: [
          { species: 'carp', max: 9.5 },
          { species: 'tench', max: 2 },
        ],
      },
      { name: 'Bob', conf_catches: [{ species: 'carp', max: 14 }] },
      { name: 'Cy "the, (rod)"', conf_catches: [] },
    ])
    expect(await get('/conf_anglers?select=id,conf_catches(count())&order=id')).toEqual([
      { id: 1, conf_catches: [{ count: 2 }] },
      { id: 2, conf_catches: [{ count: 1 }] },
      { id: 3, conf_catches: [{ count: 0 }] },
    ])
  })

  it('group by embeds and spreads', async () => {
    expect(await get('/conf_catches?select=weight.sum(),...conf_anglers(name)&order=sum.desc')).toEqual([400, '42703'])
    expect(
      await get('/conf_catches?select=weight.sum(),...conf_anglers(name,conf_licences(number))&order=angler_id'),
    ).toEqual([400, '42803'])
    const spread = await get('/conf_catches?select=weight.sum(),...conf_anglers(name,conf_licences(number))')
    expect(spread).toHaveLength(2)
    expect(spread).toContainEqual({ sum: 11.5, name: 'Ada', conf_licences: { number: 'L-1' } })
    const embedded = await get('/conf_catches?select=weight.sum(),conf_anglers(name)')
    expect(embedded).toHaveLength(2)
    expect(embedded).toContainEqual({ sum: 14, conf_anglers: { name: 'Bob' } })
  })

  it('of a to-one spread aggregate the parent’s rows, also through several spreads', async () => {
    expect(
      await get('/conf_catches?select=species,...conf_anglers(heaviest:weight.max(),count())&order=species'),
    ).toEqual([
      { species: 'carp', heaviest: 12.5, count: 2 },
      { species: 'tench', heaviest: 12.5, count: 1 },
    ])
    expect(
      await get('/conf_catches?select=...conf_anglers(...conf_licences(number.min(),number.max()::varchar))'),
    ).toEqual([{ min: 'L-1', max: 'L-2' }])
    expect(await get('/conf_anglers?select=...conf_catches(weight.sum())')).toEqual([400, 'PGRST127'])
  })

  it('work on rows of functions and of writes', async () => {
    expect(await get('/rpc/conf_heavy?minimum=1&select=species,weight.sum()&order=species')).toEqual([
      { species: 'carp', sum: 23.5 },
      { species: 'tench', sum: 2 },
    ])
    expect(await get('/rpc/conf_heavy?minimum=1&select=conf_label.max()')).toEqual([{ max: 'tench of 2.00' }])
    const { json } = await raw(
      engine,
      'PATCH',
      '/conf_catches?species=eq.carp&select=angler_id.count(),conf_label.min()',
      {
        headers: { ...asService(engine), prefer: 'return=representation' },
        body: { species: 'carp' },
      },
    )
    expect(json).toEqual([{ count: 2, min: 'carp of 14.00' }])
  })

  it('require the right to the column', async () => {
    expect(await get('/conf_hidden?select=id.max()')).toEqual([401, '42501'])
    expect(await get('/conf_catches?select=nope.sum()')).toEqual([400, '42703'])
    expect(await get('/conf_catches?select=species.sum()')).toEqual([404, '42883'])
    expect(await get('/conf_catches?select=weight.stddev()')).toEqual([400, 'PGRST100'])
  })
})
