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

/** IDs of the anglers that a query string finds. */
async function ids(query: string): Promise<number[] | string> {
  const { status, json } = await raw(engine, 'GET', `/conf_anglers?select=id&order=id&${query}`)
  return status === 200 ? json.map(({ id }: { id: number }) => id) : `${status} ${json.code}`
}

describe('operators', () => {
  it.each([
    ['id=eq.2', [2]],
    ['id=neq.2', [1, 3]],
    ['weight=gt.7.25', [1]],
    ['weight=gte.7.25', [1, 2]],
    ['weight=lt.12.5', [2]],
    ['weight=lte.12.5', [1, 2]],
    ['name=like.A*', [1]],
    ['name=like.*b%25', [2]],
    ['name=ilike.a*', [1]],
    ['id=in.(1,3)', [1, 3]],
    ['id=in.()', []],
    ['name=in.("Ada","Cy \\"the, (rod)\\"")', [1, 3]],
    ['id=not.in.(1,3)', [2]],
    ['weight=is.null', [3]],
    ['weight=is.not_null', [1, 2]],
    ['weight=not.is.null', [1, 2]],
    ['active=is.true', [1]],
    ['active=is.false', [2]],
    ['active=is.unknown', [3]],
    ['active=isdistinct.true', [2, 3]],
    ['active=not.isdistinct.true', [1]],
    ['tags=cs.{fly}', [1]],
    ['tags=cd.{coarse,other}', [2, 3]],
    ['tags=ov.{coarse,other}', [1, 2]],
    ['meta=cs.{"rods":[2]}', [2]],
    ['span=sl.[8,20)', [1]],
    ['span=sr.[1,3)', [2]],
    ['span=nxr.[1,6)', [1]],
    ['span=nxl.[4,6)', [2]],
    ['span=adj.[9,12)', [2]],
    ['span=ov.[5,6)', [2]],
    ['mood=eq.keen', [1]],
    ['mood=in.(calm)', [2, 3]],
    ['id=eq(any).{1,2}', [1, 2]],
    ['name=like(any).{A*,B*}', [1, 2]],
    ['name=like(all).{*a,A*}', [1]],
    ['id=not.gt(all).{0,1}', [1]],
    ['bio=fts.fish', [1]],
    ['bio=fts(english).fish', [1]],
    ['bio=plfts(english).fish%20carp', [1]],
    ['bio=phfts(english).carp%20at%20night', [1]],
    ['bio=wfts(english).mornings%20or%20carp', [1, 2]],
    ['bio=not.fts(english).carp', [2]],
    ['meta->home->>lake=eq.Linear', [1]],
    ['meta->rods->0=eq.2', [2]],
    ['meta->rods->>-1=eq.4', [1]],
    ['tags->>0=eq.coarse', [2]],
    ['name=eq.Cy%20%22the,%20(rod)%22', [3]],
  ])('%s finds %j', async (query, expected) => {
    expect(await ids(query)).toEqual(expected)
  })

  it('accepts what supabase-js sends', async () => {
    const { data, error } = await client
      .from('conf_anglers')
      .select('id')
      .in('name', ['Ada', 'Nobody, (here)'])
      .contains('tags', ['fly'])
      .textSearch('bio', 'fishing & carp', { config: 'english' })
      .not('weight', 'is', null)
      .rangeGt('span', '[-5,0)')
      .match({ active: true })
    expect({ data, error }).toEqual({ data: [{ id: 1 }], error: null })
  })

  it('refuses regular expressions, unknown operators and bad values', async () => {
    expect(await ids('name=match.^(a%2B)%2B$')).toBe('400 PGRST100')
    expect(await ids('name=imatch.a')).toBe('400 PGRST100')
    expect(await ids('name=not.match.a')).toBe('400 PGRST100')
    expect(await ids('and=(name.match.a)')).toBe('400 PGRST100')
    expect(await ids('name=foo.a')).toBe('400 PGRST100')
    expect(await ids('name=Ada')).toBe('400 PGRST100')
    expect(await ids('id=is.maybe')).toBe('400 PGRST100')
    expect(await ids('id=eq.abc')).toBe('400 22P02')
    expect(await ids('id=eq.%00')).toMatch(/^400 22/)
    expect(await ids('nope=eq.1')).toBe('400 42703')
    expect(await ids('id=like.1')).toBe('404 42883')
  })

  it('answers 400 for a search that is nested too deeply', async () => {
    const deep = `bio=fts.${'!'.repeat(3_000)}`
    expect((await raw(engine, 'GET', `/conf_anglers?select=id&${deep}`)).status).toBe(400)
    expect(await ids('bio=fts.!!fish')).toEqual([1])
  })

  it('reports where a parameter could not be parsed', async () => {
    const { json, headers } = await raw(engine, 'GET', '/conf_anglers?id=foo.1')
    expect(json.message).toBe('"failed to parse filter (foo.1)" (line 1, column 1)')
    expect(json.details).toMatch(/^unexpected "f" expecting "not" or operator \(eq, gt, \.\.\.\)$/)
    expect(headers.get('proxy-status')).toBe('PostgREST; error=PGRST100')
  })
})

describe('logic trees', () => {
  it.each([
    ['or=(id.eq.1,id.eq.3)', [1, 3]],
    ['and=(id.gte.2,id.lte.2)', [2]],
    ['not.or=(id.eq.1,id.eq.3)', [2]],
    ['not.and=(id.gt.1,active.is.false)', [1, 3]],
    ['or=(id.eq.1,and(active.is.false,name.like.B*))', [1, 2]],
    ['or=(id.eq.1,not.and(id.gte.2,id.lte.2))', [1, 3]],
    ['or=(id.in.(1,2),name.eq."Cy \\"the, (rod)\\"")', [1, 2, 3]],
    ['or=(tags.cs.{fly,coarse},weight.is.null)', [1, 3]],
    ['or=(meta->home->>lake.eq.Yateley,id.not.lt.3)', [2, 3]],
    ['or=(name.like(any).{A*,B*})', [1, 2]],
    ['or=( id.eq.1 , id.eq.2 )', [1, 2]],
    ['or=(id.eq.1', '400 PGRST100'],
    ['or=()', '400 PGRST100'],
    ['or=(id.eq.1,xor(id.eq.2))', '400 PGRST100'],
  ])('%s finds %j', async (query, expected) => {
    expect(await ids(query)).toEqual(expected)
  })

  it('filters rows of embeds without affecting the parent', async () => {
    const { data, error } = await client
      .from('conf_anglers')
      .select('id,conf_catches(species)')
      .or('species.eq.tench,weight.gt.10', { referencedTable: 'conf_catches' })
      .order('id')
    expect(error).toBeNull()
    expect(data).toEqual([
      { id: 1, conf_catches: [{ species: 'tench' }] },
      { id: 2, conf_catches: [{ species: 'carp' }] },
      { id: 3, conf_catches: [] },
    ])
  })
})
