import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { service } from '../../../test-support/personas.ts'
import { startEngine, type TestEngine } from '../../../test-support/start-engine.ts'
import { asService, raw, restSettings } from './rest-fixture.ts'

/** A colour is a number in the database and text such as `#00ff00` for clients, by the implicit casts of its domain. */
let engine: TestEngine

beforeAll(async () => {
  engine = await startEngine({ rest: restSettings({ aggregates: true }) })
  await engine.owner.query(`
    create domain public.conf_colour as integer check (value between 0 and 16777215);
    create function public.conf_colour_json(public.conf_colour) returns json language sql immutable strict
      as $$ select to_json('#' || lpad(to_hex($1), 6, '0')) $$;
    create function public.conf_colour_text(text) returns public.conf_colour language sql immutable strict
      as $$ select ('x' || lpad(substr($1, 2), 8, '0'))::bit(32)::integer $$;
    create function public.conf_json_colour(json) returns public.conf_colour language sql immutable strict
      as $$ select public.conf_colour_text($1 #>> '{}') $$;
    create cast (public.conf_colour as json) with function public.conf_colour_json(public.conf_colour) as implicit;
    create cast (text as public.conf_colour) with function public.conf_colour_text(text) as implicit;
    create cast (json as public.conf_colour) with function public.conf_json_colour(json) as implicit;
    create table public.conf_floats (id integer primary key, tip public.conf_colour, body public.conf_colour default 255);
    create domain public.conf_depth as integer;
    create function public.conf_json_depth(json) returns public.conf_depth language sql immutable strict
      as $$ select ($1 #>> '{}')::integer * 100 $$;
    create cast (json as public.conf_depth) with function public.conf_json_depth(json) as implicit;
    create table public.conf_rigs (
      id integer primary key, float_id integer references public.conf_floats, depth public.conf_depth default 7);
    insert into public.conf_floats values (1, 65280, 255), (2, null, 16711680);
    insert into public.conf_rigs values (1, 1);
    grant select, insert, update, delete on public.conf_floats, public.conf_rigs to service_role;
    grant execute on function public.conf_colour_json(public.conf_colour), public.conf_colour_text(text),
      public.conf_json_colour(json), public.conf_json_depth(json) to service_role`)
  await vi.waitFor(
    async () => expect((await raw(engine, 'GET', '/conf_rigs', { headers: asService(engine) })).status).toBe(200),
    { timeout: 20_000 },
  )
})
afterAll(() => engine?.close())

const floats = () => service(engine).from('conf_floats')

describe('a domain with casts', () => {
  it('is shown as JSON, alone, with all columns, embedded and counted', async () => {
    expect((await floats().select('tip').eq('id', 1)).data).toEqual([{ tip: '#00ff00' }])
    expect((await floats().select().order('id')).data).toEqual([
      { id: 1, tip: '#00ff00', body: '#0000ff' },
      { id: 2, tip: null, body: '#ff0000' },
    ])
    const rigs = await service(engine).from('conf_rigs').select('id,conf_floats(tip,...conf_rigs(rig:id))')
    expect(rigs.data).toEqual([{ id: 1, conf_floats: { tip: '#00ff00', rig: [1] } }])
    const page = await floats().select('shade:body,conf_rigs(id)').order('body').limit(1)
    expect(page.data).toEqual([{ shade: '#0000ff', conf_rigs: [{ id: 1 }] }])
  })

  it('is grouped by, also in a spread', async () => {
    for (const [path, rows] of [
      ['/conf_floats?select=body,count()&id=eq.2', [{ body: '#ff0000', count: 1 }]],
      ['/conf_rigs?select=count(),...conf_floats(tip)&id=eq.1', [{ count: 1, tip: '#00ff00' }]],
    ] as const)
      expect((await raw(engine, 'GET', path, { headers: asService(engine) })).json, path).toEqual(rows)
  })

  it('is itself in a cast, in JSON paths’ base, and in CSV', async () => {
    expect((await floats().select('tip::int4').eq('id', 1)).data).toEqual([{ tip: 65280 }])
    expect((await floats().select('id,tip').eq('id', 1).csv()).data).toBe('id,tip\n1,65280')
  })

  it('is filtered by its text', async () => {
    expect((await floats().select('id').eq('tip', '#00ff00')).data).toEqual([{ id: 1 }])
    expect((await floats().select('id').in('body', ['#ff0000', '#0f0f0f'])).data).toEqual([{ id: 2 }])
    expect((await floats().select('id').or('tip.is.null,body.lt."#000001"')).data).toEqual([{ id: 2 }])
  })

  it('is written from JSON, one row or many, with defaults and by PUT', async () => {
    const one = await floats().insert({ id: 3, tip: '#000010' }).select().single()
    expect(one.data).toEqual({ id: 3, tip: '#000010', body: '#0000ff' })
    const many = await floats()
      .upsert([
        { id: 3, tip: '#000011', body: null },
        { id: 4, tip: null, body: '#000012' },
      ])
      .select()
      .order('id')
    expect(many.data).toEqual([
      { id: 3, tip: '#000011', body: null },
      { id: 4, tip: null, body: '#000012' },
    ])
    expect((await floats().update({ tip: '#000013' }).eq('body', '#000012').select('tip')).data).toEqual([
      { tip: '#000013' },
    ])
    const put = await raw(engine, 'PUT', '/conf_floats?id=eq.4', {
      headers: { ...asService(engine), prefer: 'return=representation' },
      body: { id: 4, tip: '#000014' },
    })
    expect(put.json).toEqual([{ id: 4, tip: '#000014', body: '#000012' }])
    expect(await engine.owner.query('select tip::int from public.conf_floats where id = 4')).toEqual([{ tip: 20 }])
    expect((await floats().delete().gte('id', 3)).error).toBeNull()
  })

  it('takes its default, which is not read as a value of the body, for a key that a row lacks', async () => {
    const made = await floats()
      .insert(
        [
          { id: 5, tip: '#000021' },
          { id: 6, body: null },
          { id: 7, body: '#000022' },
        ],
        { defaultToNull: false },
      )
      .select()
      .order('id')
    expect(made.data).toEqual([
      { id: 5, tip: '#000021', body: '#0000ff' },
      { id: 6, tip: null, body: null },
      { id: 7, tip: null, body: '#000022' },
    ])
    const one = await raw(engine, 'POST', '/conf_floats?columns=id,body', {
      headers: { ...asService(engine), prefer: 'return=representation,missing=default' },
      body: { id: 8 },
    })
    expect(one.json).toEqual([{ id: 8, tip: null, body: '#0000ff' }])
    expect((await floats().delete().gte('id', 5)).error).toBeNull()
    // The other domain is read from JSON, and not shown as JSON.
    const rigs = service(engine).from('conf_rigs')
    const deep = await rigs
      .insert([{ id: 2 }, { id: 3, depth: 2 }], { defaultToNull: false })
      .select('id,depth')
      .order('id')
    expect(deep.data).toEqual([
      { id: 2, depth: 7 },
      { id: 3, depth: 200 },
    ])
    expect((await rigs.delete().gte('id', 2)).error).toBeNull()
  })

  it('refuses values that its rule does not allow', async () => {
    const { error } = await floats().insert({ id: 5, tip: '#1000000' })
    expect(error?.code).toBe('23514')
  })

  it('is shown as itself once the cast is dropped, and as JSON once there is one again', async () => {
    const tip = async (shown: unknown) =>
      expect((await floats().select('tip').eq('id', 1)).data).toEqual([{ tip: shown }])
    await engine.owner.query('drop cast (public.conf_colour as json)')
    await vi.waitFor(() => tip(65280), { timeout: 20_000 })
    await engine.owner.query(
      'create cast (public.conf_colour as json) with function public.conf_colour_json(public.conf_colour) as implicit',
    )
    await vi.waitFor(() => tip('#00ff00'), { timeout: 20_000 })
  })
})
