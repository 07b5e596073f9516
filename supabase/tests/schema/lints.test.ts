import { afterAll, beforeAll, expect, it } from 'vitest'
import { startEngine, type TestEngine } from '../../../test-support/start-engine.ts'

// What Supabase's own linter would report of a database, beyond what conventions.test.ts and grants.test.ts hold.

let engine: TestEngine
beforeAll(async () => {
  engine = await startEngine()
})
afterAll(() => engine.close())

const names = async (sql: string) => (await engine.owner.query(sql)).map((row) => String(row.name))
const OURS = `('public'::regnamespace, 'private'::regnamespace)`

it('every table has a primary key', async () => {
  expect(
    await names(`select oid::regclass::text as name from pg_class
      where relnamespace in ${OURS} and relkind in ('r', 'p')
        and not exists (select from pg_index as i where i.indrelid = pg_class.oid and i.indisprimary)`),
  ).toEqual([])
})

it('a table with policies has row-level security, and one without policies is granted to nobody', async () => {
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

it('public holds tables, views and functions of the product, and nothing else', async () => {
  expect(
    await names(`select oid::regclass::text as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('m', 'f', 'S')`),
  ).toEqual([])
  expect(await names(`select extname as name from pg_extension where extnamespace = 'public'::regnamespace`)).toEqual(
    [],
  )
})

it('no view of public looks into the schema of accounts', async () => {
  expect(
    await names(`select distinct r.ev_class::regclass::text as name
      from pg_rewrite as r
        join pg_depend as d on d.objid = r.oid and d.classid = 'pg_rewrite'::regclass and d.refclassid = 'pg_class'::regclass
        join pg_class as v on v.oid = r.ev_class and v.relnamespace = 'public'::regnamespace
        join pg_class as t on t.oid = d.refobjid
      where t.relnamespace in (select oid from pg_namespace where nspname in ('auth', 'storage'))`),
  ).toEqual([])
})

it('no foreign key leads to a column of an account other than its id', async () => {
  expect(
    await names(`select format('%s %s', conrelid::regclass, conname) as name from pg_constraint
      where contype = 'f' and connamespace in ${OURS} and confrelid = 'auth.users'::regclass
        and confkey <> array[(select attnum from pg_attribute where attrelid = 'auth.users'::regclass and attname = 'id')]`),
  ).toEqual([])
})

// A column that a member fills without a bound is a way to fill the disk.
it('every text, list and json of public is bounded by a check, or by what fills it', async () => {
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
  expect(unbounded).toEqual(FILLED_BY_THE_DATABASE)
})

// Whatever a request sends here, a trigger or a policy puts something of its own in place.
const FILLED_BY_THE_DATABASE = [
  'game_entries.entry_data',
  'games.metadata',
  'live_videos.embed_code',
  'live_videos.provider',
  'live_videos.video_id',
  'prize_awards.admin_notes',
  'referrals.referred_email',
]
