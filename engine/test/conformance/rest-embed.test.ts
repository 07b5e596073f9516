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

const get = async (path: string) => {
  const { status, json } = await raw(engine, 'GET', path)
  return status === 200 ? json : { status, ...json }
}

describe('embeds', () => {
  it('are objects for to-one and lists for to-many relationships', async () => {
    const { data, error } = await client
      .from('conf_anglers')
      .select('name,conf_licences(number),catches:conf_catches(species,weight)')
      .order('id')
    expect(error).toBeNull()
    expect(data).toEqual([
      {
        name: 'Ada',
        conf_licences: { number: 'L-1' },
        catches: [
          { species: 'carp', weight: 9.5 },
          { species: 'tench', weight: 2 },
        ],
      },
      { name: 'Bob', conf_licences: { number: 'L-2' }, catches: [{ species: 'carp', weight: 14 }] },
      { name: 'Cy "the, (rod)"', conf_licences: null, catches: [] },
    ])
    expect(await get('/conf_catches?select=id,conf_anglers(name)&id=eq.3')).toEqual([
      { id: 3, conf_anglers: { name: 'Bob' } },
    ])
  })

  it('lead through a junction, and continue from there', async () => {
    expect(
      await get('/conf_clubs?select=name,conf_anglers(name,conf_licences(number))&id=eq.1&conf_anglers.order=name'),
    ).toMatchObject({
      status: 300,
    })
    expect(
      await get(
        '/conf_clubs?select=name,conf_anglers!conf_members(name,conf_licences(number))&id=eq.1&conf_anglers.order=name',
      ),
    ).toEqual([
      {
        name: 'North',
        conf_anglers: [
          { name: 'Ada', conf_licences: { number: 'L-1' } },
          { name: 'Bob', conf_licences: { number: 'L-2' } },
        ],
      },
    ])
  })

  it('are chosen among several by key, column or table', async () => {
    for (const target of [
      'owner:conf_anglers!conf_clubs_owner_id_fkey(name)',
      'owner:conf_anglers!owner_id(name)',
      'owner:owner_id(name)',
      'owner:conf_clubs_owner_id_fkey(name)',
    ])
      expect(await get(`/conf_clubs?select=${target}&id=eq.2`)).toEqual([{ owner: { name: 'Bob' } }])
    expect(await get('/conf_clubs?select=deputy:deputy_id(name)&order=id')).toEqual([
      { deputy: { name: 'Bob' } },
      { deputy: null },
    ])
  })

  it('list the choices when there are several', async () => {
    const answer = await get('/conf_clubs?select=conf_anglers(name)')
    expect(answer).toMatchObject({
      status: 300,
      code: 'PGRST201',
      message: "Could not embed because more than one relationship was found for 'conf_clubs' and 'conf_anglers'",
    })
    expect(answer.details).toContainEqual({
      cardinality: 'many-to-one',
      embedding: 'conf_clubs with conf_anglers',
      relationship: 'conf_clubs_owner_id_fkey using conf_clubs(owner_id) and conf_anglers(id)',
    })
    expect(answer.hint).toContain("'conf_anglers!conf_members'")
  })

  it('go from a table to itself: children by name, the parent by its column', async () => {
    expect(await get('/conf_clubs?select=name,parent:parent_id(name)&id=eq.2')).toEqual([
      { name: 'North juniors', parent: { name: 'North' } },
    ])
    expect(await get('/conf_clubs?select=name,conf_clubs(name)&id=eq.1')).toEqual([
      { name: 'North', conf_clubs: [{ name: 'North juniors' }] },
    ])
  })

  it('drop parents with !inner, also in the count', async () => {
    const { data, count, error } = await client
      .from('conf_anglers')
      .select('name,conf_catches!inner(species)', { count: 'exact' })
      .eq('conf_catches.species', 'tench')
    expect({ data, count, error }).toEqual({
      data: [{ name: 'Ada', conf_catches: [{ species: 'tench' }] }],
      count: 1,
      error: null,
    })
    expect(await get('/conf_catches?select=id,conf_anglers!inner(name)&conf_anglers.name=eq.Bob')).toEqual([
      { id: 3, conf_anglers: { name: 'Bob' } },
    ])
  })

  it('are tested for rows with is null', async () => {
    expect(await get('/conf_anglers?select=id,conf_catches(id)&conf_catches=is.null')).toEqual([
      { id: 3, conf_catches: [] },
    ])
    expect(await get('/conf_anglers?select=id,conf_catches()&conf_catches=not.is.null&order=id')).toEqual([
      { id: 1 },
      { id: 2 },
    ])
    expect(await get('/conf_anglers?select=id,conf_catches()&or=(conf_catches.is.null,id.eq.1)&order=id')).toEqual([
      { id: 1 },
      { id: 3 },
    ])
    expect(await get('/conf_anglers?select=id,conf_catches(id)&conf_catches=eq.1')).toMatchObject({ code: 'PGRST120' })
  })

  it('combine with computed columns, windows and order at every level', async () => {
    expect(
      await get(
        '/conf_anglers?select=conf_label,conf_catches(species,conf_anglers(conf_label))&conf_catches.order=weight.desc&conf_catches.limit=1&order=conf_label.desc&limit=2&offset=1',
      ),
    ).toEqual([
      { conf_label: '#2 Bob', conf_catches: [{ species: 'carp', conf_anglers: { conf_label: '#2 Bob' } }] },
      { conf_label: '#1 Ada', conf_catches: [{ species: 'carp', conf_anglers: { conf_label: '#1 Ada' } }] },
    ])
    expect(await get('/conf_anglers?select=*,conf_catches(*)&id=eq.2&order=meta->home->>lake')).toMatchObject([
      { name: 'Bob', conf_catches: [{ angler_id: 2 }] },
    ])
  })

  it('can count their rows', async () => {
    expect(await get('/conf_anglers?select=name,conf_catches(count)&order=id')).toEqual([
      { name: 'Ada', conf_catches: [{ count: 2 }] },
      { name: 'Bob', conf_catches: [{ count: 1 }] },
      { name: 'Cy "the, (rod)"', conf_catches: [{ count: 0 }] },
    ])
  })

  it('can be spread into the parent', async () => {
    expect(await get('/conf_catches?select=id,...conf_anglers(angler:name,...conf_licences(number))&id=eq.1')).toEqual([
      { id: 1, angler: 'Ada', number: 'L-1' },
    ])
    expect(await get('/conf_anglers?select=id,...conf_catches(species,weight)&order=id')).toEqual([
      { id: 1, species: ['carp', 'tench'], weight: [9.5, 2] },
      { id: 2, species: ['carp'], weight: [14] },
      { id: 3, species: [], weight: [] },
    ])
  })

  it('are refused without a relationship, without revealing other tables', async () => {
    expect(await get('/conf_anglers?select=conf_hidden(*)')).toEqual({
      status: 400,
      code: 'PGRST200',
      message: "Could not find a relationship between 'conf_anglers' and 'conf_hidden' in the schema cache",
      details:
        "Searched for a foreign key relationship between 'conf_anglers' and 'conf_hidden' in the schema 'public', but no matches were found.",
      hint: null,
    })
    expect(await get('/conf_anglers?select=users(*)')).toMatchObject({ code: 'PGRST200' })
    expect(await get('/conf_anglers?select=id&conf_catches.id=eq.1')).toMatchObject({
      code: 'PGRST108',
      message: "'conf_catches' is not an embedded resource in this request",
    })
  })
})
