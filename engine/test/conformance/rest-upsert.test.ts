import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Persona, signUp } from '../../../test-support/personas.ts'
import type { TestEngine } from '../../../test-support/start-engine.ts'
import { asService, raw, startRestEngine } from './rest-fixture.ts'

let engine: TestEngine
let member: Persona
let other: Persona

beforeAll(async () => {
  engine = await startRestEngine()
  await engine.owner.query(`
    create table public.conf_marks (code varchar(3) primary key, depth integer);
    grant select, insert, update on public.conf_marks to service_role`)
  await vi.waitFor(
    async () => expect((await raw(engine, 'GET', '/conf_marks', { headers: asService(engine) })).status).toBe(200),
    { timeout: 20_000 },
  )
  member = await signUp(engine)
  other = await signUp(engine)
})
afterAll(() => engine?.close())
beforeEach(async () => {
  await engine.owner.query('delete from public.conf_notes')
})

describe('upsert', () => {
  it('inserts, then updates, by the given columns', async () => {
    const first = await member
      .from('conf_notes')
      .upsert({ slug: 's', body: 'one' }, { onConflict: 'slug' })
      .select('body')
    expect([first.status, first.data]).toEqual([201, [{ body: 'one' }]])
    const second = await member
      .from('conf_notes')
      .upsert({ slug: 's', body: 'two' }, { onConflict: 'slug' })
      .select('body')
    expect([second.status, second.data]).toEqual([200, [{ body: 'two' }]])
    const mixed = await member.from('conf_notes').upsert(
      [
        { slug: 's', body: 'three' },
        { slug: 't', body: 'new' },
      ],
      { onConflict: 'slug' },
    )
    expect([mixed.status, mixed.error]).toEqual([201, null])
    const [{ n } = { n: 0 }] = await engine.owner.query('select count(*)::int as n from public.conf_notes')
    expect(n).toBe(2)
  })

  it('uses the primary key by default', async () => {
    const { data } = await member.from('conf_notes').insert({ body: 'one' }).select('id').single()
    const again = await member.from('conf_notes').upsert({ id: data?.id, body: 'two' }).select('body').single()
    expect(again.data).toEqual({ body: 'two' })
  })

  it('does not change rows with ignoreDuplicates', async () => {
    await member.from('conf_notes').insert({ slug: 's', body: 'one' })
    const { data, error } = await member
      .from('conf_notes')
      .upsert(
        [
          { slug: 's', body: 'two' },
          { slug: 't', body: 'new' },
        ],
        { onConflict: 'slug', ignoreDuplicates: true },
      )
      .select('body')
    expect({ data, error }).toEqual({ data: [{ body: 'new' }], error: null })
  })

  it('does not change another member’s row', async () => {
    await other.from('conf_notes').insert({ slug: 's', body: 'theirs' })
    const { status, error } = await member
      .from('conf_notes')
      .upsert({ slug: 's', body: 'mine' }, { onConflict: 'slug' })
    expect([status, error?.code]).toEqual([403, '42501'])
    expect(await engine.owner.query('select body from public.conf_notes')).toEqual([{ body: 'theirs' }])
  })

  it('lists the preferences it honoured, and refuses columns that are not unique', async () => {
    const answer = await raw(engine, 'POST', '/conf_licences?on_conflict=angler_id', {
      headers: { ...asService(engine), prefer: 'resolution=merge-duplicates, return=representation, count=exact' },
      body: { angler_id: 1, number: 'L-1' },
    })
    expect([answer.status, answer.headers.get('preference-applied'), answer.headers.get('content-range')]).toEqual([
      200,
      'resolution=merge-duplicates, return=representation, count=exact',
      '*/1',
    ])
    const wrong = await raw(engine, 'POST', '/conf_licences?on_conflict=number', {
      headers: { ...asService(engine), prefer: 'resolution=merge-duplicates' },
      body: { angler_id: 1, number: 'L-1' },
    })
    expect([wrong.status, wrong.json.code]).toEqual([400, '42P10'])
    const unknown = await raw(engine, 'POST', '/conf_licences?on_conflict=zap', {
      headers: { ...asService(engine), prefer: 'resolution=merge-duplicates' },
      body: { angler_id: 1, number: 'L-1' },
    })
    expect(unknown.json.code).toBe('PGRST204')
  })
})

describe('PUT', () => {
  const put = (path: string, body: unknown, prefer = 'return=representation') =>
    raw(engine, 'PUT', path, { headers: { ...asService(engine), prefer }, body })

  it('writes the one row that its filters name', async () => {
    expect(await put('/conf_licences?angler_id=eq.3', { angler_id: 3, number: 'L-3' })).toMatchObject({
      status: 201,
      json: [{ number: 'L-3' }],
    })
    expect(await put('/conf_licences?angler_id=eq.3', { angler_id: 3, number: 'L-4' })).toMatchObject({
      status: 200,
      json: [{ number: 'L-4' }],
    })
    expect((await put('/conf_licences?angler_id=eq.3', { angler_id: 3, number: 'L-5' }, 'return=minimal')).status).toBe(
      204,
    )
    await engine.owner.query('delete from public.conf_licences where angler_id = 3')
  })

  it('writes the row of a list that has the key, and no other', async () => {
    const rows = [
      { angler_id: 2, number: 'not this' },
      { angler_id: 3, number: 'L-3' },
    ]
    expect(await put('/conf_licences?angler_id=eq.3', rows)).toMatchObject({
      status: 201,
      json: [{ angler_id: 3, number: 'L-3' }],
    })
    expect(await put('/conf_licences?angler_id=eq.3', rows)).toMatchObject({ status: 200 })
    expect(await engine.owner.query('select number from public.conf_licences where angler_id = 2')).toEqual([
      { number: 'L-2' },
    ])
    await engine.owner.query('delete from public.conf_licences where angler_id = 3')
    for (const none of [[], rows.slice(0, 1), [{ number: 'L-3' }], [{ angler_id: null, number: 'L-3' }]])
      expect(await put('/conf_licences?angler_id=eq.3', none), JSON.stringify(none)).toMatchObject({
        status: 400,
        json: { code: 'PGRST115', message: 'Payload values do not match URL in primary key column(s)' },
      })
    expect(await engine.owner.query('select from public.conf_licences where angler_id = 3')).toEqual([])
  })

  it('is PostgreSQL’s error if a list has the key twice, and nothing is written', async () => {
    const rows = [
      { angler_id: 3, number: 'L-3' },
      { angler_id: 3, number: 'L-4' },
    ]
    expect(await put('/conf_licences?angler_id=eq.3', rows)).toMatchObject({ status: 500, json: { code: '21000' } })
    expect(await engine.owner.query('select from public.conf_licences where angler_id = 3')).toEqual([])
  })

  it('does not cut the key of the address to the length of the column', async () => {
    expect(await put('/conf_marks?code=eq.abcd', { code: 'abc', depth: 1 })).toMatchObject({
      status: 400,
      json: { code: 'PGRST115' },
    })
    expect(await put('/conf_marks?code=eq.abc', { code: 'abc', depth: 1 })).toMatchObject({ status: 201 })
  })

  it('compares the key as its type does', async () => {
    expect(await put('/conf_licences?angler_id=eq.03', { angler_id: 3, number: 'L-3' })).toMatchObject({ status: 201 })
    await engine.owner.query('delete from public.conf_licences where angler_id = 3')
    expect(await put('/conf_licences?angler_id=eq.x', { angler_id: 3, number: 'L-3' })).toMatchObject({
      status: 400,
      json: { code: '22P02' },
    })
  })

  it('is refused unless filters and body agree on the primary key', async () => {
    const row = { angler_id: 3, number: 'L-3' }
    expect(await put('/conf_licences?number=eq.x', row)).toMatchObject({ status: 405, json: { code: 'PGRST105' } })
    expect(await put('/conf_licences', row)).toMatchObject({ status: 405, json: { code: 'PGRST105' } })
    expect(await put('/conf_licences?angler_id=gt.3', row)).toMatchObject({ status: 405, json: { code: 'PGRST105' } })
    expect(await put('/conf_licences?angler_id=eq.3&limit=1', row)).toMatchObject({
      status: 400,
      json: { code: 'PGRST114' },
    })
    expect(await put('/conf_licences?angler_id=eq.2', row)).toMatchObject({ status: 400, json: { code: 'PGRST115' } })
  })
})
