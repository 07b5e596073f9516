import { afterAll, beforeAll, expect, it } from 'vitest'
import { startEngine, type TestEngine } from '../../../test-support/start-engine.ts'

// The checks of Supabase's own linter, beyond those in conventions.test.ts and grants.test.ts.

let engine: TestEngine
beforeAll(async () => {
  engine = await startEngine()
})
afterAll(() => engine.close())

const names = async (sql: string) => (await engine.owner.query(sql)).map((row) => String(row.name))
const OURS = `('public'::regnamespace, 'private'::regnamespace)`

it('every table has a primary key, except the notes, which are only inserted and taken', async () => {
  expect(
    await names(`select oid::regclass::text as name from pg_class
      where relnamespace in ${OURS} and relkind in ('r', 'p')
        and not exists (select from pg_index as i where i.indrelid = pg_class.oid and i.indisprimary)`),
  ).toEqual(['private.live_pending'])
})

it('a table with policies has row-level security, and one without policies is granted to no role', async () => {
  expect(
    await names(`select distinct polrelid::regclass::text as name from pg_policy
      join pg_class as c on c.oid = polrelid where not c.relrowsecurity`),
  ).toEqual([])
  expect(
    await names(`select oid::regclass::text as name from pg_class as c
      where relnamespace in ${OURS} and relkind in ('r', 'p')
        and not exists (select from pg_policy where polrelid = c.oid)
        and (has_table_privilege('anon', oid, 'select, insert, update, delete')
          or has_table_privilege('authenticated', oid, 'select, insert, update, delete'))`),
  ).toEqual([])
})

it('a policy without a condition only ever reads', async () => {
  expect(
    await names(`select format('%s %s', polrelid::regclass, polname) as name from pg_policy
      where polrelid in (select oid from pg_class where relnamespace in ${OURS})
        and polpermissive and polcmd <> 'r'
        and (pg_get_expr(polqual, polrelid) = 'true' or pg_get_expr(polwithcheck, polrelid) = 'true')`),
  ).toEqual([])
})

it('public contains tables, views and functions of the product, and nothing else', async () => {
  expect(
    await names(`select oid::regclass::text as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('m', 'f', 'S')`),
  ).toEqual([])
  expect(await names(`select extname as name from pg_extension where extnamespace = 'public'::regnamespace`)).toEqual(
    [],
  )
})

it('no view of public reads the auth schema', async () => {
  expect(
    await names(`select distinct r.ev_class::regclass::text as name
      from pg_rewrite as r
        join pg_depend as d on d.objid = r.oid and d.classid = 'pg_rewrite'::regclass and d.refclassid = 'pg_class'::regclass
        join pg_class as v on v.oid = r.ev_class and v.relnamespace = 'public'::regnamespace
        join pg_class as t on t.oid = d.refobjid
      where t.relnamespace in (select oid from pg_namespace where nspname in ('auth', 'storage'))`),
  ).toEqual([])
})

it('no foreign key refers to a column of an account other than its id', async () => {
  expect(
    await names(`select format('%s %s', conrelid::regclass, conname) as name from pg_constraint
      where contype = 'f' and connamespace in ${OURS} and confrelid = 'auth.users'::regclass
        and confkey <> array[(select attnum from pg_attribute where attrelid = 'auth.users'::regclass and attname = 'id')]`),
  ).toEqual([])
})

// An unbounded column that members can write would let them fill the disk.
it('every text, list and json of public is bounded by a check, or by what sets it', async () => {
  const unbounded = await names(`
    select format('%s.%s', c.relname, a.attname) as name
    from pg_class as c join pg_attribute as a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      and a.atttypid in ('text'::regtype, 'text[]'::regtype, 'jsonb'::regtype, 'json'::regtype)
      and not exists (
        select from pg_constraint as k
        where k.conrelid = c.oid and k.contype = 'c' and a.attnum = any (k.conkey)
          and pg_get_constraintdef(k.oid)
            ~ '(char_length|octet_length|cardinality|is_username|are_own_files|is_own_file|= ANY|\\^#|source_key IS NULL)')
    order by 1`)
  expect(unbounded, 'add a check `char_length(<column>) <= n`, see docs/change-the-schema.md').toEqual(
    FILLED_BY_THE_DATABASE,
  )
})

// Control characters and overrides of direction would change how a page reads.
it('every text that a request may write is checked for invisible characters, or is no free text', async () => {
  const unchecked = await names(`
    select format('%s.%s', c.relname, a.attname) as name
    from pg_class as c join pg_attribute as a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.atttypid = 'text'::regtype
      and (has_column_privilege('authenticated', c.oid, a.attnum, 'insert')
        or has_column_privilege('authenticated', c.oid, a.attnum, 'update'))
      and not exists (
        select from pg_constraint as k
        where k.conrelid = c.oid and k.contype = 'c' and a.attnum = any (k.conkey)
          and pg_get_constraintdef(k.oid) ~ '(is_plain_text|is_username|is_own_file|is_web_link|= ANY)')
    order by 1`)
  expect(unchecked, 'add a check `private.is_plain_text(<column>)`, see docs/change-the-schema.md').toEqual(
    NO_FREE_TEXT,
  )
})

const NO_FREE_TEXT = [
  'badges.color',
  'badges.icon',
  'catches.photo_path',
  'live_videos.embed_code',
  'live_videos.provider',
  'live_videos.video_id',
  'prize_awards.admin_notes',
  'referrals.referred_email',
  'site_settings.logo_url',
  'site_settings.season_begins',
  'site_settings.time_zone',
]

// A trigger or a policy replaces whatever a request sends here.
const FILLED_BY_THE_DATABASE = [
  'game_changes.before',
  'game_entries.entry_data',
  'games.metadata',
  'live_videos.embed_code',
  'live_videos.provider',
  'live_videos.video_id',
  'prize_awards.admin_notes',
  'prize_awards.promised_description',
  'prize_awards.promised_title',
  'referrals.referred_email',
]
