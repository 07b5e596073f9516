import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { guest, type Persona, service, signUp } from '../../../test-support/personas.ts'
import { startEngine, type TestEngine } from '../../../test-support/start-engine.ts'
import { follow } from './realtime-follow.ts'

let engine: TestEngine
let admin: Persona
let member: Persona
let other: Persona

beforeAll(async () => {
  engine = await startEngine()
  admin = await signUp(engine, { admin: true })
  member = await signUp(engine)
  other = await signUp(engine)
  await engine.owner.query(`
    create table public.landings (
      id bigint primary key, angler uuid, fish text, weight numeric, tags text[], more jsonb, secret text,
      big text, landed_at timestamptz
    );
    alter table public.landings enable row level security;
    create policy read_own on public.landings for select to authenticated using (angler is null or angler = auth.uid());
    grant select (id, angler, fish, weight, tags, more, big, landed_at) on public.landings to authenticated;
    create table public.swims (name text, number bigint, angler uuid, primary key (name, number));
    alter table public.swims enable row level security;
    create policy read_own on public.swims for select to authenticated using (angler = auth.uid());
    grant select on public.swims to authenticated;
    create table public.marks (note text);
    grant select on public.marks to authenticated;
    alter publication supabase_realtime add table public.landings, public.swims, public.marks`)
})
afterAll(async () => {
  await engine.close()
})

const sql = async (text: string, values: unknown[] = []) => await engine.owner.query(text, values)
const landings = { event: '*', schema: 'public', table: 'landings' } as const
const swims = { event: '*', schema: 'public', table: 'swims' } as const

const count =
  (wanted: number) =>
  ({ length }: readonly unknown[]) =>
    length >= wanted

describe('payloads', () => {
  it('contain the new row, the key of the old one and the time', async () => {
    const seen = await follow(member, [landings])
    await sql(`insert into public.landings (id, fish, weight, tags, more, landed_at, secret)
      values (71, 'mirror', 12.5, '{a,"b c"}', '{"lake":"north"}', '2026-05-01T10:00:00Z', 'swim 9')`)
    await seen.until(count(1))
    await sql(`update public.landings set fish = 'common' where id = 71`)
    await seen.until(count(2))
    await sql('delete from public.landings where id = 71')
    const [inserted, updated, deleted] = await seen.until(count(3))
    const row = {
      id: 71,
      angler: null,
      fish: 'mirror',
      weight: 12.5,
      tags: ['a', 'b c'],
      more: { lake: 'north' },
      big: null,
      landed_at: '2026-05-01T10:00:00+00:00',
    }
    const place = { schema: 'public', table: 'landings', errors: null }
    expect(inserted).toEqual({ ...place, eventType: 'INSERT', new: row, old: {}, commit_timestamp: expect.any(String) })
    expect(inserted?.commit_timestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    expect(updated).toMatchObject({ ...place, eventType: 'UPDATE', new: { ...row, fish: 'common' }, old: { id: 71 } })
    expect(deleted).toMatchObject({ ...place, eventType: 'DELETE' })
    expect([deleted?.new, deleted?.old]).toEqual([{}, { id: 71 }])
    await member.removeChannel(seen.channel)
  })

  it('contain only the chosen columns and the key', async () => {
    const seen = await follow(member, [{ ...landings, select: ['fish'] }])
    await sql(`insert into public.landings (id, fish, weight) values (72, 'tench', 3)`)
    expect((await seen.until(count(1)))[0]?.new).toEqual({ id: 72, fish: 'tench' })
    await member.removeChannel(seen.channel)
  })

  it('lose their long values when the row is larger than a megabyte', async () => {
    const seen = await follow(member, [landings])
    await sql(`insert into public.landings (id, fish, big) values (73, 'wels', repeat('x', 1100000))`)
    const [change] = await seen.until(count(1))
    expect(change).toMatchObject({ new: { id: 73, fish: 'wels' }, errors: ['Error 413: Payload Too Large'] })
    expect(change?.new).not.toHaveProperty('big')
    await member.removeChannel(seen.channel)
  })

  it('report only that a table without a key changed', async () => {
    const seen = await follow(member, [{ event: 'INSERT', schema: 'public', table: 'marks' }])
    await sql(`insert into public.marks values ('a')`)
    expect((await seen.until(count(1)))[0]).toMatchObject({
      new: {},
      errors: ['Error 400: Bad Request, no primary key'],
    })
    await member.removeChannel(seen.channel)
  })

  it('of rows with any character in their keys reach only those who see the rows', async () => {
    const names = [`O'Brien''s`, `');drop table landings;--`, 'a\\b', '$1 %L', '"q"', '{"#place":0}', '🎣', '']
    const seen = await follow(member, [swims])
    const foreign = await follow(other, [swims])
    const oneGone = await follow(member, [{ ...swims, event: 'DELETE', filter: `name=eq.${names[0]}` }])
    await sql(`insert into public.swims select n, 9007199254740993, $2 from unnest($1::text[]) as n`, [
      names,
      member.user.id,
    ])
    await sql(`insert into public.swims values ('last', 1, $1)`, [other.user.id])
    expect((await seen.until(count(names.length))).map((change) => change.new.name)).toEqual(names)
    expect((await foreign.until(count(1))).map((change) => change.new.name)).toEqual(['last'])
    await sql('delete from public.swims')
    await seen.until(count(2 * names.length + 1))
    expect((await oneGone.until(count(1))).map((change) => change.old.name)).toEqual([names[0]])
    await Promise.all([member, other].map((client) => client.removeAllChannels()))
  })
})

describe('order', () => {
  it('is that of the commits, and rolled-back work is never delivered', async () => {
    const seen = await follow(member, [landings])
    const [slow, fast] = [new pg.Client(engine.databaseUrl), new pg.Client(engine.databaseUrl)]
    await Promise.all([slow.connect(), fast.connect()])
    await slow.query('begin')
    await slow.query(`insert into public.landings (id, fish) values (81, 'begun first')`)
    await fast.query('begin')
    await fast.query(`insert into public.landings (id, fish) values (80, 'undone')`)
    await fast.query('rollback')
    await fast.query(`insert into public.landings (id, fish) values (82, 'committed first')`)
    await seen.until(count(1))
    await slow.query('commit')
    const fish = (await seen.until(count(2))).map((change) => change.new.fish)
    expect(fish).toEqual(['committed first', 'begun first'])
    await Promise.all([slow.end(), fast.end()])
    await member.removeChannel(seen.channel)
  })

  it('is kept for thousands of changes of one statement, and none is lost', async () => {
    const seen = await follow(member, [landings])
    await sql(`insert into public.landings (id, fish) select n, 'shoal' from generate_series(1001, 3500) as n`)
    const ids = (await seen.until(count(2500))).map((change) => change.new.id)
    expect(ids).toEqual(Array.from({ length: 2500 }, (_, i) => 1001 + i))
    await member.removeChannel(seen.channel)
  })
})

describe('filters', () => {
  it('select rows by every condition', async () => {
    const expected = {
      'fish=eq.pike': [92],
      'weight=gt.5': [92],
      'weight=gte.5,weight=lt.10': [91],
      'fish=in.(pike,"odd, fish")': [92, 93],
      'fish=not.in.(pike,"odd, fish")': [91],
      'fish=like.p%': [91, 92],
      'angler=is.null,weight=lte.5': [91, 93],
      'weight=isdistinct.5': [92, 93],
      'tags=not.is.null': [],
    }
    const inserts = { ...landings, event: 'INSERT' } as const
    const followed = await Promise.all(
      Object.keys(expected).map((filter) =>
        follow(member, [
          { ...inserts, filter },
          { ...inserts, filter: 'id=eq.99' },
        ]),
      ),
    )
    await sql(`insert into public.landings (id, fish, weight)
      values (91, 'perch', 5), (92, 'pike', 20), (93, 'odd, fish', 1)`)
    await sql(`insert into public.landings (id) values (99)`)
    const seen = await Promise.all(
      followed.map(({ until }) => until((changes) => changes.some((change) => change.new.id === 99))),
    )
    const passed = seen.map((changes) => new Set(changes.map((change) => change.new.id).filter((id) => id !== 99)))
    expect(passed.map((ids) => [...ids])).toEqual(Object.values(expected))
    await member.removeAllChannels()
  })

  it('select deletions only by the key', async () => {
    const byKey = await follow(member, [{ ...landings, event: 'DELETE', filter: 'id=eq.101' }])
    const byFish = await follow(member, [{ ...landings, event: 'DELETE', filter: 'fish=eq.bream' }])
    const all = await follow(member, [{ ...landings, event: 'DELETE' }])
    await sql(`insert into public.landings (id, fish) values (101, 'bream'), (102, 'bream')`)
    await sql('delete from public.landings where id in (101, 102)')
    await all.until(count(2))
    await byKey.until(count(1))
    expect([byKey.changes.map((change) => change.old), byFish.changes]).toEqual([[{ id: 101 }], []])
    await member.removeAllChannels()
  })

  it('that fail on a row end only their own channel', async () => {
    const fine = await follow(member, [landings])
    const visitor = await signUp(engine)
    const broken = await follow(visitor, [{ ...landings, filter: 'fish=like.carp\\' }])
    expect(broken.system).toMatchObject([{ status: 'ok' }])
    await sql(`insert into public.landings (id, fish) values (111, 'carpet shark')`)
    await broken.status('CHANNEL_ERROR')
    await sql(`insert into public.landings (id, fish) values (112, 'carp')`)
    expect((await fine.until(count(2))).map((change) => change.new.id)).toEqual([111, 112])
    expect(fine.statuses).toEqual(['SUBSCRIBED'])
    await Promise.all([member, visitor].map((client) => client.removeAllChannels()))
  })

  it.each([
    { ...landings, filter: 'secret=eq.swim 9' },
    { ...landings, filter: 'nothing=eq.1' },
    { ...landings, filter: 'weight=eq.heavy' },
    { ...landings, filter: 'fish=match.(a+)+$' },
    { ...landings, filter: `fish=like.%${'a'.repeat(100)}` },
    { ...landings, filter: 'fish=not.ilike.%a%b%' },
    { ...landings, filter: `fish=gt.${'a'.repeat(2_049)}` },
    { ...landings, filter: 'fish=eq' },
    { ...landings, filter: `id=in.(${Array.from({ length: 101 }, (_, i) => i).join(',')})` },
    { ...landings, select: ['secret'] },
    { ...landings, table: 'shipping_addresses' },
    { ...landings, table: 'prize_awards' },
    { ...landings, table: 'game_entries' },
    { ...landings, schema: 'auth', table: 'users' },
  ])('that cannot be used are refused: $schema $table $filter $select', async (binding) => {
    const refused = await follow(member, [binding])
    expect(refused.system).toMatchObject([
      { status: 'error', message: expect.stringMatching(/^Unable to subscribe to changes with given parameters/) },
    ])
    await member.removeChannel(refused.channel)
  })
})

describe('row-level security', () => {
  it('sends members their own points and referrals and never those of others', async () => {
    const tables = ['points_log', 'referrals'].map((table) => ({ event: '*' as const, schema: 'public', table }))
    const own = await follow(member, [...tables, { event: '*', schema: '*' }])
    const all = await follow(admin, tables)
    for (let i = 0; i < 10; i += 1) {
      const rows = Array.from({ length: 10 }, () => ({ user_id: other.user.id, points_change: 1, reason: 'catch' }))
      await admin.from('points_log').insert(rows).throwOnError()
    }
    const invited = await signUp(engine, { data: { referrer_id: other.user.id } })
    await admin
      .from('points_log')
      .insert({ user_id: member.user.id, points_change: 7, reason: 'for the member' })
      .throwOnError()
    const ofMember = (change: { table: string }) => change.table === 'points_log'
    const mine = await own.until((changes) => changes.some(ofMember))
    expect(mine.find(ofMember)).toMatchObject({ eventType: 'INSERT', new: { points_change: 7 }, errors: null })
    const foreign = own.changes.filter(({ table }) => table === 'points_log' || table === 'referrals')
    expect(foreign.filter((change) => change.new.user_id !== member.user.id)).toEqual([])
    const seen = await all.until(count(102))
    expect(seen.filter(({ table }) => table === 'referrals')).toMatchObject([
      { new: { referrer_id: other.user.id, referred_email: invited.user.email } },
    ])
    await Promise.all([member, admin].map((client) => client.removeAllChannels()))
  })

  it.each(['profiles', 'marks'])('refuses guests a table that they may not select: %s', async (table) => {
    const visitor = guest(engine)
    const refused = await follow(visitor, [{ event: '*', schema: 'public', table }])
    expect(refused.system).toMatchObject([
      { status: 'error', message: expect.stringMatching(/^Unable to subscribe to changes with given parameters/) },
    ])
    await visitor.removeChannel(refused.channel)
  })

  it('sends guests nothing about such tables, not even that something changed', async () => {
    const visitor = guest(engine)
    const seen = await follow(visitor, [{ event: '*', schema: '*' }])
    const all = await follow(member, [{ event: 'INSERT', schema: 'public', table: 'marks' }])
    await admin.from('points_log').insert({ user_id: other.user.id, points_change: 3, reason: 'bite' }).throwOnError()
    await sql(`insert into public.marks values ('hidden from guests')`)
    await all.until(count(1))
    const card = { placement: 'home', title: 'Last', is_active: true, start_date: '2026-01-01', end_date: '2099-01-01' }
    await admin.from('info_cards').insert(card).throwOnError()
    await seen.until((changes) => changes.some((change) => change.new.title === 'Last'))
    expect(new Set(seen.changes.map(({ table }) => table))).toEqual(new Set(['info_cards']))
    for (const client of [visitor, member]) await client.removeAllChannels()
  })

  it('sends only the key of a deleted row that a member may not see', async () => {
    const seen = await follow(member, [landings])
    await sql(`insert into public.landings (id, angler, fish) values (121, $1, 'hidden')`, [other.user.id])
    await sql(`update public.landings set fish = 'still hidden' where id = 121`)
    await sql(`insert into public.landings (id, fish) values (122, 'for all')`)
    await seen.until(count(1))
    await sql('delete from public.landings where id = 121')
    await seen.until(count(2))
    expect(seen.changes.map(({ eventType, new: row, old }) => [eventType, row.id, old])).toEqual([
      ['INSERT', 122, {}],
      ['DELETE', undefined, { id: 121 }],
    ])
    await member.removeChannel(seen.channel)
  })

  it('sends nothing more about a table after the right to select it is revoked', async () => {
    const seen = await follow(member, [swims, { event: 'INSERT', schema: 'public', table: 'marks' }])
    await sql('revoke select on public.swims from authenticated')
    try {
      await sql(`insert into public.swims values ('revoked', 1, $1)`, [member.user.id])
      await sql(`insert into public.marks values ('after the others')`)
      await seen.until(count(1))
      expect(seen.changes.map(({ table }) => table)).toEqual(['marks'])
    } finally {
      await sql('grant select on public.swims to authenticated')
    }
    await member.removeChannel(seen.channel)
  })

  it('sends guests what they may read, and sends the secret key everything', async () => {
    const [visitor, operator] = [guest(engine), service(engine)]
    const binding = { event: 'INSERT', schema: 'public', table: 'info_cards' } as const
    const [seen, all] = [await follow(visitor, [binding]), await follow(operator, [binding])]
    const card = { placement: 'home', title: 'Hidden', start_date: '2026-01-01', end_date: '2099-01-01' }
    await admin
      .from('info_cards')
      .insert({ ...card, is_active: false })
      .throwOnError()
    await admin
      .from('info_cards')
      .insert({ ...card, title: 'Open', is_active: true })
      .throwOnError()
    await all.until(count(2))
    await seen.until(count(1))
    expect(all.changes.map((change) => change.new.title)).toEqual(['Hidden', 'Open'])
    expect(seen.changes.map((change) => change.new.title)).toEqual(['Open'])
    for (const client of [visitor, operator]) await client.removeAllChannels()
  })

  it('decides separately for each of many subscribers, also when their filters differ only in values', async () => {
    const anglers = await Promise.all(Array.from({ length: 24 }, () => signUp(engine)))
    const everything = await Promise.all(anglers.map((angler) => follow(angler, [landings])))
    const inserts = { ...landings, event: 'INSERT' } as const
    const filtered = await Promise.all(
      anglers.map((angler) => follow(angler, [{ ...inserts, filter: `angler=eq.${angler.user.id}` }])),
    )
    const foreign = await Promise.all(
      anglers.map((angler, i) => follow(angler, [{ ...inserts, filter: `angler=eq.${anglers.at(i - 1)?.user.id}` }])),
    )
    await sql(
      `insert into public.landings (id, angler, fish) select 5000 + n, angler, 'own'
      from unnest($1::uuid[]) with ordinality as a (angler, n)`,
      [anglers.map(({ user }) => user.id)],
    )
    await sql(`insert into public.landings (id, fish) values (5100, 'for all')`)
    const seen = await Promise.all(
      everything.map(({ until }) => until((changes) => changes.some((change) => change.new.id === 5100))),
    )
    expect(seen.map((changes) => changes.map((change) => change.new.id))).toEqual(
      anglers.map((_, i) => [5001 + i, 5100]),
    )
    await Promise.all(filtered.map(({ until }) => until(count(1))))
    expect(filtered.map(({ changes }) => changes.map((change) => change.new.id))).toEqual(
      anglers.map((_, i) => [5001 + i]),
    )
    expect(foreign.flatMap(({ changes }) => changes)).toEqual([])
    await Promise.all(anglers.map((angler) => angler.removeAllChannels()))
  })
})
