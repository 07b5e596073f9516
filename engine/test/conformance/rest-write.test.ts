import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { guest, type Persona, service, signUp } from '../../../test-support/personas.ts'
import type { TestEngine } from '../../../test-support/start-engine.ts'
import { asMember, asService, raw, startRestEngine } from './rest-fixture.ts'

let engine: TestEngine
let operator: SupabaseClient
let member: Persona
let other: Persona

beforeAll(async () => {
  engine = await startRestEngine()
  operator = service(engine)
  member = await signUp(engine)
  other = await signUp(engine)
})
afterAll(() => engine?.close())
beforeEach(async () => {
  await engine.owner.query('delete from public.conf_notes')
})

const bodies = async () =>
  (await engine.owner.query('select body from public.conf_notes order by body')).map(({ body }) => body as string)

describe('insert', () => {
  it('answers 201 without a body unless rows are requested', async () => {
    const { headers, status, text } = await raw(engine, 'POST', '/conf_licences', {
      headers: asService(engine),
      body: { angler_id: 3, number: 'L-3' },
    })
    expect({ status, text }).toEqual({ status: 201, text: '' })
    expect(headers.get('content-length')).toBe('0')
    expect(headers.get('content-type')).toBeNull()
    expect(headers.get('content-range')).toBe('*/*')
    expect(headers.get('location')).toBeNull()
    expect(headers.get('preference-applied')).toBeNull()
    await engine.owner.query('delete from public.conf_licences where angler_id = 3')
  })

  it('returns the rows with defaults and embeds', async () => {
    const { data, error, status } = await member.from('conf_notes').insert({ body: 'tench at dawn' }).select()
    expect({ error, status }).toEqual({ error: null, status: 201 })
    expect(data).toEqual([
      { id: expect.any(String), owner_id: member.user.id, slug: null, body: 'tench at dawn', pinned: false },
    ])
    const embedded = await operator
      .from('conf_catches')
      .insert({ angler_id: 1, weight: 3 })
      .select('species,conf_anglers(name)')
      .single()
    expect(embedded.data).toEqual({ species: 'carp', conf_anglers: { name: 'Ada' } })
    await engine.owner.query('delete from public.conf_catches where weight = 3')
  })

  it('accepts CSV: a header, then rows, NULL without quotes', async () => {
    const post = async (body: string, query = '') => {
      const headers = { ...asService(engine), 'content-type': 'text/csv', prefer: 'return=representation' }
      const { status, json } = await raw(engine, 'POST', `/conf_anglers${query}`, { headers, body })
      return status === 201 ? json : [status, json.code, json.message]
    }
    const select = '?select=id,name,weight,tags,active,bio'
    expect(
      await post('id,name,weight,tags,active,bio\r\n60,"Eve, the ""rod""",4.5,"{a,b}",true,NULL\r\n', select),
    ).toEqual([{ id: 60, name: 'Eve, the "rod"', weight: 4.5, tags: ['a', 'b'], active: true, bio: null }])
    expect(await post('id,name,bio\n61,Flo,"NULL"\n62,Gil,', '?select=id,bio&columns=id,name,bio')).toEqual([
      { id: 61, bio: 'NULL' },
      { id: 62, bio: '' },
    ])
    const uneven = [400, 'PGRST102', 'All lines must have same number of fields']
    expect(await post('id,name\n63\n')).toEqual(uneven)
    expect(await post('id,name\n63,"Hal')).toEqual([400, 'PGRST102', 'Empty or invalid csv'])
    expect((await post('id,nope\n63,x'))[1]).toBe('PGRST204')
    expect((await post('id,name\nseven,x'))[1]).toBe('22P02')
    expect(await post('id,name\n')).toEqual([])
    await engine.owner.query('delete from public.conf_anglers where id >= 60')
  })

  it('returns computed columns of the written rows', async () => {
    const { data, error } = await operator.from('conf_anglers').insert({ id: 50, name: 'Di' }).select('conf_label')
    expect({ data, error }).toEqual({ data: [{ conf_label: '#50 Di' }], error: null })
    await engine.owner.query('delete from public.conf_anglers where id = 50')
  })

  it('inserts many rows at once, all or none', async () => {
    const { data, error } = await member
      .from('conf_notes')
      .insert([{ body: 'a' }, { body: 'b' }])
      .select('body')
    expect({ data, error }).toEqual({ data: [{ body: 'a' }, { body: 'b' }], error: null })
    const failed = await member.from('conf_notes').insert([{ body: 'c' }, { body: 'x'.repeat(21) }])
    expect(failed.error?.code).toBe('23514')
    expect(await bodies()).toEqual(['a', 'b'])
  })

  it('fills missing keys with null, or with the default on request', async () => {
    const rows = [{ body: 'set', slug: 's' }, { slug: 't' }]
    const nulls = await member.from('conf_notes').insert(rows)
    expect(nulls.error?.code).toBe('23502')
    const { error } = await member.from('conf_notes').insert(rows, { defaultToNull: false })
    expect(error).toBeNull()
    expect(await bodies()).toEqual(['empty', 'set'])
    const answer = await raw(engine, 'POST', '/conf_catches?columns=id,angler_id,weight', {
      headers: { ...asService(engine), prefer: 'missing=default, return=representation' },
      body: [{ angler_id: 2, weight: 1.25 }],
    })
    expect(answer.json).toMatchObject([{ angler_id: 2, weight: 1.25, species: 'carp', id: expect.any(Number) }])
    expect(answer.headers.get('preference-applied')).toBe('missing=default, return=representation')
    await engine.owner.query('delete from public.conf_catches where weight = 1.25')
  })

  it('writes only the named columns', async () => {
    const answer = await raw(engine, 'POST', '/conf_anglers?columns=id,name&select=id,name,bio', {
      headers: { ...asService(engine), prefer: 'return=representation' },
      body: [{ id: 60, name: 'Ed', bio: 'not written', junk: 1 }],
    })
    expect(answer.json).toEqual([{ id: 60, name: 'Ed', bio: null }])
    await engine.owner.query('delete from public.conf_anglers where id = 60')
  })

  it('accepts an empty list, an empty object, JSON, arrays and ranges', async () => {
    const post = (path: string, body: unknown) =>
      raw(engine, 'POST', path, { headers: { ...asService(engine), prefer: 'return=representation' }, body })
    expect(await post('/conf_anglers', [])).toMatchObject({ status: 201, json: [] })
    expect(await post('/conf_anglers', {})).toMatchObject({ status: 400, json: { code: '23502' } })
    const row = { id: 70, name: 'Fay', tags: ['a"b', 'c,d'], meta: { deep: [1, null] }, mood: 'keen', span: '[2,3)' }
    expect((await post('/conf_anglers?select=id,name,tags,meta,mood,span', row)).json).toEqual([row])
    await engine.owner.query('delete from public.conf_anglers where id = 70')
  })

  it('returns the location of a single inserted row with headers-only', async () => {
    const { headers, status } = await raw(engine, 'POST', '/conf_anglers', {
      headers: { ...asService(engine), prefer: 'return=headers-only' },
      body: { id: 80, name: 'Gus' },
    })
    expect([status, headers.get('location')]).toEqual([201, '/conf_anglers?id=eq.80'])
    await engine.owner.query('delete from public.conf_anglers where id = 80')
    // A view shows the key of its table; what it inserts may have none.
    const viewed = await raw(engine, 'POST', '/conf_new_clubs', {
      headers: { ...asService(engine), prefer: 'return=headers-only' },
      body: { name: 'South' },
    })
    expect([viewed.status, viewed.headers.get('location')]).toEqual([201, '/conf_new_clubs?id=is.null'])
  })

  it('is refused for guests and for rows of another member', async () => {
    const anonymous = await guest(engine).from('conf_notes').insert({ body: 'guest' })
    expect([anonymous.status, anonymous.error?.code]).toEqual([401, '42501'])
    const forged = await member.from('conf_notes').insert({ owner_id: other.user.id, body: 'forged' })
    expect(forged.status).toBe(403)
    expect(forged.error).toMatchObject({
      code: '42501',
      message: 'new row violates row-level security policy for table "conf_notes"',
    })
    expect(await bodies()).toEqual([])
  })

  it('refuses bodies that contain no rows', async () => {
    const post = async (body: string, path = '/conf_notes') => {
      const { status, json } = await raw(engine, 'POST', path, { headers: asService(engine), body })
      return [status, json.code, json.message]
    }
    expect(await post('{"body":')).toEqual([400, 'PGRST102', 'Empty or invalid json'])
    expect(await post('')).toEqual([400, 'PGRST102', 'Empty or invalid json'])
    expect(await post('[1,2]')).toEqual([400, 'PGRST102', 'Empty or invalid json'])
    expect(await post('[{"body":"a"},{"slug":"b"}]')).toEqual([400, 'PGRST102', 'All object keys must match'])
    expect(await post('{"nope":1}')).toEqual([
      400,
      'PGRST204',
      "Could not find the 'nope' column of 'conf_notes' in the schema cache",
    ])
    expect(await post('{"__proto__":1}')).toEqual([
      400,
      'PGRST204',
      "Could not find the '__proto__' column of 'conf_notes' in the schema cache",
    ])
    expect((await post('{"a":1}', '/conf_notes?columns=zap'))[1]).toBe('PGRST204')
    const text = await raw(engine, 'POST', '/conf_notes', {
      headers: { ...asService(engine), 'content-type': 'text/plain' },
      body: '{}',
    })
    expect([text.status, text.json.message]).toEqual([400, 'Content-Type not acceptable: text/plain'])
  })
})

describe('update', () => {
  it('changes the rows that the filter finds, and returns their number', async () => {
    await member.from('conf_notes').insert([{ body: 'a' }, { body: 'b' }, { body: 'c' }])
    const { data, status } = await member
      .from('conf_notes')
      .update({ pinned: true })
      .in('body', ['a', 'b'])
      .select('body,pinned')
      .order('body', { ascending: false })
    expect({ data, status }).toEqual({
      data: [
        { body: 'b', pinned: true },
        { body: 'a', pinned: true },
      ],
      status: 200,
    })
    const counted = await member.from('conf_notes').update({ pinned: false }, { count: 'exact' }).eq('pinned', true)
    expect([counted.status, counted.count]).toEqual([204, 2])
    const none = await member.from('conf_notes').update({ pinned: true }).eq('body', 'zzz').select()
    expect([none.status, none.data]).toEqual([200, []])
    const answer = await raw(engine, 'PATCH', '/conf_notes?body=eq.c', {
      headers: { ...(await asMember(member)), prefer: 'return=minimal' },
      body: { pinned: true },
    })
    expect([answer.status, answer.headers.get('content-range'), answer.headers.get('preference-applied')]).toEqual([
      204,
      '0-0/*',
      'return=minimal',
    ])
    expect([answer.headers.get('content-type'), answer.headers.get('content-length')]).toEqual([null, null])
  })

  it('does nothing for an empty object', async () => {
    await member.from('conf_notes').insert({ body: 'a' })
    const { data, status } = await member.from('conf_notes').update({}).eq('body', 'a').select()
    expect({ data, status }).toEqual({ data: [], status: 200 })
  })

  it('does not change rows of other members', async () => {
    const { data } = await other.from('conf_notes').insert({ body: 'theirs' }).select('id').single()
    const { status } = await member.from('conf_notes').update({ body: 'mine' }).eq('id', data?.id)
    expect(status).toBe(204)
    expect(await bodies()).toEqual(['theirs'])
  })

  it('is refused without a filter, like delete', async () => {
    await member.from('conf_notes').insert({ body: 'a' })
    const patch = await raw(engine, 'PATCH', '/conf_notes', { headers: asService(engine), body: { body: 'all' } })
    expect([patch.status, patch.json]).toEqual([
      400,
      { code: '21000', details: null, hint: null, message: 'UPDATE requires a WHERE clause' },
    ])
    const remove = await raw(engine, 'DELETE', '/conf_notes', { headers: asService(engine) })
    expect([remove.status, remove.json.message]).toEqual([400, 'DELETE requires a WHERE clause'])
    expect(await bodies()).toEqual(['a'])
  })

  it('is rolled back when single() finds more or fewer rows than one', async () => {
    await member.from('conf_notes').insert([{ body: 'a' }, { body: 'b' }])
    const many = await member.from('conf_notes').update({ pinned: true }).in('body', ['a', 'b']).select().single()
    expect(many.status).toBe(406)
    expect(many.error).toMatchObject({ code: 'PGRST116', details: 'The result contains 2 rows' })
    const [{ n } = { n: -1 }] = await engine.owner.query(
      'select count(*)::int as n from public.conf_notes where pinned',
    )
    expect(n).toBe(0)
    const one = await member.from('conf_notes').update({ pinned: true }).eq('body', 'a').select('body').single()
    expect(one.data).toEqual({ body: 'a' })
  })

  it('is rolled back when it affects more rows than max-affected', async () => {
    await member.from('conf_notes').insert([{ body: 'a' }, { body: 'b' }])
    const headers = { ...(await asMember(member)), prefer: 'handling=strict, max-affected=1' }
    const { status, json } = await raw(engine, 'PATCH', '/conf_notes?body=in.(a,b)', {
      headers,
      body: { pinned: true },
    })
    expect([status, json]).toEqual([
      400,
      {
        code: 'PGRST124',
        message: 'Query result exceeds max-affected preference constraint',
        details: 'The query affects 2 rows',
        hint: null,
      },
    ])
    const [{ n } = { n: -1 }] = await engine.owner.query(
      'select count(*)::int as n from public.conf_notes where pinned',
    )
    expect(n).toBe(0)
    const one = await raw(engine, 'DELETE', '/conf_notes?body=eq.a', { headers })
    expect([one.status, one.headers.get('preference-applied')]).toEqual([204, 'handling=strict, max-affected=1'])
  })
})

describe('delete', () => {
  it('removes the rows that the filter finds', async () => {
    await member.from('conf_notes').insert([{ body: 'a' }, { body: 'b' }])
    await other.from('conf_notes').insert([{ body: 'a' }])
    const { data, status, count } = await member
      .from('conf_notes')
      .delete({ count: 'exact' })
      .eq('body', 'a')
      .select('body')
    expect({ data, status, count }).toEqual({ data: [{ body: 'a' }], status: 200, count: 1 })
    expect(await bodies()).toEqual(['a', 'b'])
    expect((await member.from('conf_notes').delete().eq('body', 'b')).status).toBe(204)
  })

  it('commits despite tx=rollback', async () => {
    await member.from('conf_notes').insert({ body: 'a' })
    await member.from('conf_notes').delete().eq('body', 'a').rollback()
    expect(await bodies()).toEqual([])
  })
})
