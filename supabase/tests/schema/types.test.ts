import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createClient, type QueryData, type SupabaseClient } from '@supabase/supabase-js'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, expectTypeOf, inject, it } from 'vitest'
import WebSocket from 'ws'
import type { GameMetadata } from '../../../contract/src/column-types.ts'
import type { Database, Tables, TablesInsert, TablesUpdate } from '../../../contract/src/database.types.ts'
import { type Catalog, readCatalog } from '../../../scripts/gen-types/catalog.ts'
import { emitTypes } from '../../../scripts/gen-types/emit.ts'
import { KNOWN_TYPES, type KnownTypes } from '../../../scripts/gen-types/known-types.ts'
import { databaseTarget, TEMPLATE } from '../../../test-support/database.ts'
import { type Persona, signUp } from '../../../test-support/personas.ts'
import { startEngine, type TestEngine } from '../../../test-support/start-engine.ts'
import { expectAllowed } from '../support/denied.ts'

const socket = inject('socketDirectory')

// Whether a view's rule notes which columns an outer join may leave out. The types are generated with such a version.
const isNoted = async () => {
  const client = new pg.Client(databaseTarget(socket, TEMPLATE).owner)
  await client.connect()
  try {
    const { rows } = await client.query("select current_setting('server_version_num')::int as number")
    return rows[0].number >= 160_000
  } finally {
    await client.end()
  }
}
const noted = await isNoted()

/** @param sql runs before the catalogue is read, and is taken back. */
async function catalogOf(database: string, sql = ''): Promise<Catalog> {
  const client = new pg.Client(databaseTarget(socket, database).owner)
  await client.connect()
  try {
    await client.query(`begin; ${sql}`)
    return await readCatalog(client)
  } finally {
    await client.end()
  }
}

const typesOf = async (database: string, known?: KnownTypes): Promise<string> =>
  emitTypes(await catalogOf(database), known)

describe('database.types.ts', () => {
  it.runIf(noted)('matches the migrations (if not, run npm run gen)', async () => {
    const committed = readFileSync(new URL('../../../contract/src/database.types.ts', import.meta.url), 'utf8')
    expect(await typesOf(TEMPLATE)).toBe(committed)
  })

  it('has insert types with defaults, nulls and generated columns', () => {
    expectTypeOf<TablesInsert<'points_log'>>().toExtend<{ user_id: string; points_change: number; reason: string }>()
    expectTypeOf<{ user_id: string; points_change: number; reason: string }>().toExtend<TablesInsert<'points_log'>>()
    expectTypeOf<TablesUpdate<'profiles'>['weight_value']>().toEqualTypeOf<number | null | undefined>()
    expectTypeOf<Tables<'profiles'>['fishing_photos']>().toEqualTypeOf<string[]>()
  })

  it('has the types that the catalogue cannot express, and refuses one for a missing column', async () => {
    expectTypeOf<Tables<'games'>['metadata']>().toEqualTypeOf<GameMetadata>()
    expectTypeOf<Tables<'leaderboard'>['rank']>().toEqualTypeOf<number>()
    expectTypeOf<Tables<'audit_log'>['actor_id']>().toEqualTypeOf<string | null>()
    expectTypeOf<Tables<'newsfeed_posts'>['comment_count']>().toEqualTypeOf<number>()
    await expect(typesOf(TEMPLATE, { games: { metdata: 'GameMetadata' } })).rejects.toThrow(
      'there is no column games.metdata',
    )
    await expect(typesOf(TEMPLATE, { gmaes: { metadata: 'GameMetadata' } })).rejects.toThrow('gmaes.metadata')
  })

  it.runIf(noted)('names no type that follows from the catalogue', async () => {
    const catalog = await catalogOf(TEMPLATE)
    const all = emitTypes(catalog)
    const follows = Object.entries(KNOWN_TYPES).flatMap(([relation, columns]) =>
      Object.keys(columns)
        .filter((column) => {
          const { [column]: _, ...others } = columns
          return emitTypes(catalog, { ...KNOWN_TYPES, [relation]: others }) === all
        })
        .map((column) => `${relation}.${column}`),
    )
    expect(follows).toEqual([])
  })

  it.runIf(noted)('knows which columns of a view are never null', async () => {
    const catalog = await catalogOf(
      TEMPLATE,
      `create view public.inner_view as select p.id, p.bio, p.weight_value, p.points + 1 as more
         from public.profiles as p join public.badges as b on true;
       create view public.outer_view as select p.id, b.name from public.profiles as p left join public.badges as b on true;
       create view public.right_view as select p.id, b.name from public.profiles as p right join public.badges as b on true;
       create view public.nested_view as select v.id, b.name from public.outer_view as v join public.badges as b on true;
       create view public.over_view as select v.id, v.name from public.outer_view as v;
       create view public.inside_view as select s.id, s.name
         from (select p.id, b.name from public.profiles as p left join public.badges as b on true) as s;
       create view public.union_view as select id from public.profiles union select null;
       create view public.sets_view as select id, bio from public.profiles group by grouping sets ((id), (bio));`,
    )
    const types = emitTypes(catalog)
    const row = (view: string) => {
      const found = new RegExp(` {6}${view}: \\{\\n +Row: \\{\\n([^}]*)\\}`).exec(types)?.[1] ?? ''
      return found.trim().split(/\s*\n\s*/)
    }
    expect(row('inner_view')).toEqual([
      'bio: string',
      'id: string',
      'more: number | null',
      'weight_value: number | null',
    ])
    expect(row('outer_view')).toEqual(['id: string', 'name: string | null'])
    expect(row('right_view')).toEqual(['id: string | null', 'name: string'])
    expect(row('nested_view')).toEqual(['id: string', 'name: string'])
    expect(row('over_view')).toEqual(['id: string', 'name: string | null'])
    for (const view of ['inside_view', 'union_view', 'sets_view']) expect(row(view)).toContain('id: string | null')
  })

  it('lists a function over a row among its columns, but not in `*`', () => {
    const all = (client: SupabaseClient<Database>) => client.from('newsfeed_posts').select('*')
    const one = (client: SupabaseClient<Database>) => client.from('newsfeed_posts').select('comment_count')
    expectTypeOf<QueryData<ReturnType<typeof one>>[number]>().toEqualTypeOf<{ comment_count: number }>()
    expectTypeOf<QueryData<ReturnType<typeof all>>[number]>().not.toHaveProperty('comment_count')
    expectTypeOf<QueryData<ReturnType<typeof all>>[number]>().toHaveProperty('content')
  })
})

describe('typed queries', () => {
  let engine: TestEngine
  let host: Persona
  let member: Persona
  let client: SupabaseClient<Database>

  beforeAll(async () => {
    engine = await startEngine()
    host = await signUp(engine, { admin: true })
    member = await signUp(engine, { data: { referrer_id: host.user.id } })
    client = createClient<Database>(engine.url, engine.publishableKey, {
      auth: { persistSession: false, autoRefreshToken: false, storageKey: randomUUID() },
      realtime: { transport: WebSocket as never },
    })
    const { email, password } = host.user
    expect((await client.auth.signInWithPassword({ email, password })).error).toBeNull()
    const badge = await client.from('badges').insert({ name: 'First', description: 'First' }).select('id').single()
    expectAllowed(
      await client.from('user_badges').insert({ user_id: member.user.id, badge_id: expectAllowed(badge).id }),
    )
  })
  afterAll(() => engine.close())

  it('embed many as an array and one as an object', async () => {
    const read = await client
      .from('profiles')
      .select('username, user_badges!user_badges_user_id_fkey(awarded_at, badges(name))')
      .eq('id', member.user.id)
      .single()
    const row = expectAllowed(read)
    expectTypeOf(row.user_badges).toExtend<{ awarded_at: string; badges: { name: string } }[]>()
    expect(row.user_badges[0]?.badges.name).toBe('First')
  })

  it('embed a one-to-one relation as an object or null', async () => {
    const read = await client
      .from('profiles')
      .select('id, referrals!referrals_referred_user_id_fkey(status)')
      .in('id', [member.user.id, host.user.id])
    const rows = new Map(expectAllowed(read).map((row) => [row.id, row.referrals]))
    expectTypeOf(expectAllowed(read)[0]?.referrals).toEqualTypeOf<{ status: string } | null | undefined>()
    expect(rows.get(member.user.id)).toEqual({ status: 'pending' })
    expect(rows.get(host.user.id)).toBeNull()
  })

  it('embed into a view through the keys it shows', async () => {
    const read = await client
      .from('referral_details')
      .select('referred_username, profiles!referrals_referrer_id_fkey(username)')
      .single()
    expectTypeOf(expectAllowed(read).profiles).toExtend<{ username: string } | null>()
    expect(read.data).toEqual({ referred_username: member.user.username, profiles: { username: host.user.username } })
  })

  it('have the arguments and results of functions', async () => {
    const stats = expectAllowed(await client.rpc('get_user_referral_stats', { user_id: host.user.id }).single())
    expectTypeOf(stats.total_referrals).toEqualTypeOf<number>()
    expect(stats.total_referrals).toBe(1)
    const free = expectAllowed(await client.rpc('is_username_available', { username: 'nobody yet' }))
    expectTypeOf(free).toEqualTypeOf<boolean>()
    expect(free).toBe(true)
  })
})

describe('the generator', () => {
  const database = `types_${randomUUID().replaceAll('-', '')}`
  let text: string

  beforeAll(async () => {
    const admin = new pg.Client(databaseTarget(socket, 'postgres').owner)
    await admin.connect()
    await admin.query(`create database ${database}`)
    const client = new pg.Client(databaseTarget(socket, database).owner)
    await client.connect()
    await client.query(`
      create type mood as enum ('calm', 'it''s windy');
      create domain short as text not null;
      create table lakes (
        id bigint generated always as identity primary key, name short, moods mood[], extra jsonb, gone text,
        size numeric not null default 1, double numeric generated always as (size * 2) stored
      );
      alter table lakes drop column gone;
      create table owners (lake_id bigint not null references lakes on delete cascade, who uuid, unique (lake_id));
      create table visits (lake_id bigint references lakes, at timestamptz, unique (lake_id, at));
      create view named as select o.lake_id as lake, upper(l.name) as loud, (select count(*) from visits) as all_visits
        from owners as o join lakes as l on l.id = o.lake_id;
      create view renamed as select lake as water from named;
      create function visit(lake bigint, note text default null) returns setof visits language sql as 'select * from visits';
      create function visit(note text) returns void language sql as '';
      create schema apart;
      create view apart.seen as select l.id, l.name from lakes as l;
      create function seen(id bigint) returns setof apart.seen language sql as 'select * from apart.seen';
      create function tick() returns trigger language plpgsql as 'begin return null; end';
      create function hidden() returns int language sql as 'select 1';
      revoke execute on function hidden() from public`)
    await client.end()
    text = await typesOf(database, {})
    await admin.query(`drop database ${database}`)
    await admin.end()
  })

  const part = (from: string, to: string) => text.slice(text.indexOf(from), text.indexOf(to, text.indexOf(from)))

  it('writes enums, arrays, domains, identities and generated columns, and skips dropped ones', () => {
    const lakes = part('      lakes: {', '      owners: {')
    expect(part('Row: {', '}')).toContain("moods: Database['public']['Enums']['mood'][] | null")
    expect(lakes).toContain('id?: never')
    expect(lakes).toContain('double?: never')
    expect(lakes).toContain('extra?: Json | null')
    expect(lakes).toContain('name: string\n')
    expect(lakes).not.toContain('gone')
    expect(text).toContain("mood: 'calm' | 'it\\'s windy'")
  })

  it('distinguishes one-to-one from one-to-many relations', () => {
    expect(part("foreignKeyName: 'owners_lake_id_fkey'", '}')).toContain('isOneToOne: true')
    expect(part("foreignKeyName: 'visits_lake_id_fkey'", '}')).toContain('isOneToOne: false')
  })

  it('follows a renamed column through a view over a view', () => {
    const renamed = part('      renamed: {', '    Functions: {')
    expect(renamed).toContain("foreignKeyName: 'owners_lake_id_fkey'")
    expect(renamed).toContain("columns: ['water']")
  })

  it('writes overloads, optional arguments and sets of rows, also of relations elsewhere, and leaves out what cannot be called', () => {
    expect(text).toContain(
      "{ Args: { lake: number; note?: string }; Returns: Database['public']['Tables']['visits']['Row'][] }",
    )
    expect(text).toContain('{ Args: { note: string }; Returns: undefined }')
    expect(text).toContain('seen: { Args: { id: number }; Returns: { id: number; name: string }[] }')
    expect(text).not.toContain('tick')
    expect(text).not.toContain('hidden')
  })
})
