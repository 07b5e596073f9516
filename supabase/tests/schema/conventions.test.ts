import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { guest } from '../../../test-support/personas.ts'
import { startEngine } from '../../../test-support/start-engine.ts'

type Engine = Awaited<ReturnType<typeof startEngine>>

let engine: Engine
const names = async (sql: string) => (await engine.owner.query(sql)).map((row) => String(row.name))

beforeAll(async () => {
  engine = await startEngine()
})
afterAll(() => engine.close())

const OURS = `('public'::regnamespace, 'private'::regnamespace)`
const NOT_OF_EXTENSION = (oid: string) =>
  `not exists (select from pg_depend as d where d.objid = ${oid} and d.deptype = 'e')`

describe('sequences', () => {
  it('are all logged, because a promoted standby cannot read unlogged ones', async () => {
    expect(
      await names(`select oid::regclass::text as name from pg_class where relkind = 'S' and relpersistence = 'u'`),
    ).toEqual([])
  })
})

describe('tables', () => {
  it('in public and private all have row-level security', async () => {
    expect(
      await names(`select oid::regclass::text as name from pg_class
        where relnamespace in ${OURS} and relkind in ('r', 'p') and not relrowsecurity`),
    ).toEqual([])
  })

  it('index every foreign key, in the order of its columns', async () => {
    expect(
      await names(`select format('%s %s', k.conrelid::regclass, k.conname) as name from pg_constraint as k
        where k.contype = 'f' and k.connamespace in ${OURS} and not exists (
          select from pg_index as i where i.indrelid = k.conrelid and i.indpred is null
            and (i.indkey::int2[])[0:cardinality(k.conkey) - 1] @> k.conkey)`),
    ).toEqual([])
  })

  it('state on delete for every foreign key', async () => {
    expect(
      await names(`select format('%s %s', conrelid::regclass, conname) as name from pg_constraint
        where contype = 'f' and connamespace in ${OURS} and confdeltype = 'a'`),
    ).toEqual([])
  })

  it('of public have one opaque uuid key, named id', async () => {
    expect(
      await names(`select c.oid::regclass::text as name from pg_class as c
        where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not exists (
          select from pg_index as i join pg_attribute as a on a.attrelid = c.oid and a.attnum = i.indkey[0]
          where i.indrelid = c.oid and i.indisprimary and i.indnatts = 1
            and a.attname = 'id' and a.atttypid = 'uuid'::regtype)`),
    ).toEqual([])
  })

  it('of public take the gate lock before every write, so that no account is deleted at the same time', async () => {
    expect(
      await names(`select c.oid::regclass::text as name from pg_class as c
        where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not exists (
          select from pg_trigger as t where t.tgrelid = c.oid and t.tgenabled = 'O'
            and t.tgname in ('_010_hold_gate', '_010_shut_gate')
            and t.tgname = (select min(x.tgname::text collate "C") from pg_trigger as x
              where x.tgrelid = c.oid and not x.tgisinternal))`),
    ).toEqual([])
  })

  it('and views and public functions have a comment', async () => {
    expect(
      await names(`select oid::regclass::text as name from pg_class
        where relnamespace in ${OURS} and relkind in ('r', 'p', 'v') and obj_description(oid, 'pg_class') is null`),
    ).toEqual([])
    expect(
      await names(`select oid::regprocedure::text as name from pg_proc
        where pronamespace in ${OURS} and obj_description(oid, 'pg_proc') is null and ${NOT_OF_EXTENSION('pg_proc.oid')}`),
    ).toEqual([])
  })
})

describe('policies', () => {
  it('are for one command, name their roles and have a comment', async () => {
    expect(
      await names(`select format('%s %s', polrelid::regclass, polname) as name from pg_policy
        where polrelid in (select oid from pg_class where relnamespace in ${OURS})
          and (polcmd = '*' or 0 = any(polroles) or obj_description(oid, 'pg_policy') is null)`),
    ).toEqual([])
  })

  it('are the only permissive one for their command and role', async () => {
    expect(
      await names(`select format('%s %s %s', polrelid::regclass, polcmd, r.role) as name
        from pg_policy, unnest(polroles) as r (role)
        where polpermissive and polrelid in (select oid from pg_class where relnamespace in ${OURS})
        group by polrelid, polcmd, r.role having count(*) > 1`),
    ).toEqual([])
  })

  it('wrap every call without arguments, so that it runs once per statement', async () => {
    const rows = await engine.owner.query(`
      select format('%s %s', p.polrelid::regclass, p.polname) as name,
        concat_ws(' ', pg_get_expr(p.polqual, p.polrelid), pg_get_expr(p.polwithcheck, p.polrelid)) as expression
      from pg_policy as p join pg_class as c on c.oid = p.polrelid
      where c.relnamespace in ${OURS}`)
    const unwrapped = rows.filter(({ expression }) =>
      String(expression)
        .replaceAll(/SELECT (auth|private)\.\w+\(\)/g, '')
        .match(/\b(auth|private)\.\w+\(\)(?! \w)/),
    )
    expect(unwrapped.map((row) => row.name)).toEqual([])
  })
})

describe('functions', () => {
  it('pin an empty search_path', async () => {
    expect(
      await names(`select oid::regprocedure::text as name from pg_proc
        where pronamespace in ${OURS} and ${NOT_OF_EXTENSION('pg_proc.oid')}
          and not ('search_path=""' = any(coalesce(proconfig, '{}')))`),
    ).toEqual([])
  })

  it('with definer rights are in private, which the API cannot reach', async () => {
    expect(
      await names(`select oid::regprocedure::text as name from pg_proc
        where pronamespace = 'public'::regnamespace and prosecdef`),
    ).toEqual([])
  })

  it('are executable by no role by default', async () => {
    expect(
      await names(`select oid::regprocedure::text as name from pg_proc
        where pronamespace in ${OURS} and ${NOT_OF_EXTENSION('pg_proc.oid')} and exists (
          select from aclexplode(coalesce(proacl, acldefault('f', proowner))) as a
          where a.grantee = 0 and a.privilege_type = 'EXECUTE')`),
    ).toEqual([])
  })

  it('of triggers are not in public', async () => {
    expect(
      await names(`select oid::regprocedure::text as name from pg_proc
        where pronamespace = 'public'::regnamespace and prorettype in ('trigger'::regtype, 'event_trigger'::regtype)`),
    ).toEqual([])
  })
})

describe('the rights of the roles', () => {
  it('views run with the rights of the caller', async () => {
    expect(
      await names(`select oid::regclass::text as name from pg_class
        where relnamespace in ${OURS} and relkind in ('v', 'm')
          and not ('security_invoker=true' = any(coalesce(reloptions, '{}')))`),
    ).toEqual([])
  })

  it('guests select from exactly these', async () => {
    expect(
      await names(`select relname as name from pg_class
        where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm')
          and has_any_column_privilege('anon', oid, 'select') order by relname collate "C"`),
    ).toEqual(GUEST_READS)
  })

  it('guests get an answer from these and a refusal from every other relation', async () => {
    const relations = await names(`select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm') order by relname collate "C"`)
    const open: string[] = []
    for (const name of relations) {
      const { error } = await guest(engine).from(name).select()
      if (error) expect(error.code, name).toBe('42501')
      else open.push(name)
    }
    expect(open).toEqual(GUEST_READS)
  })

  it('guests can write nothing', async () => {
    expect(
      await names(`select relname as name from pg_class
        where relnamespace in ${OURS} and relkind in ('r', 'p', 'v', 'm')
          and (has_any_column_privilege('anon', oid, 'insert') or has_any_column_privilege('anon', oid, 'update')
            or has_table_privilege('anon', oid, 'delete') or has_table_privilege('anon', oid, 'truncate'))`),
    ).toEqual([])
  })

  it('guests call exactly these', async () => {
    expect(
      await names(`select proname as name from pg_proc
        where pronamespace = 'public'::regnamespace and has_function_privilege('anon', oid, 'execute')
          and ${NOT_OF_EXTENSION('pg_proc.oid')} order by proname collate "C"`),
    ).toEqual([
      'club_identity',
      'get_points_by_timeframe',
      'guest_records',
      'invited_name',
      'is_username_available',
      'live_ages',
      'may_join',
      'next_card_change',
      'page_head',
      'points_guide',
      'referrer_username',
      'season_leaderboard',
      'season_table',
      'seasons',
      'username_problem',
    ])
  })

  it('members have no truncate, references or trigger right', async () => {
    expect(
      await names(`select oid::regclass::text as name from pg_class
        where relnamespace in ${OURS} and relkind in ('r', 'p')
          and has_table_privilege('authenticated', oid, 'truncate, references, trigger')`),
    ).toEqual([])
  })

  it('no API role can change the ledger', async () => {
    expect(
      await names(`select role || ' ' || verb as name
        from unnest(array['anon', 'authenticated', 'service_role']) as r (role), unnest(array['update', 'delete']) as v (verb)
        where has_table_privilege(role, 'public.points_log', verb)`),
    ).toEqual([])
  })

  it('realtime publishes exactly the tables that the product follows', async () => {
    expect(
      await names(`select tablename as name from pg_publication_tables where pubname = 'supabase_realtime'
        and schemaname = 'public' and tablename in (select unnest($$${`{${OWN_LIVE.join(',')}}`}$$::text[]))
        order by 1`),
    ).toEqual(OWN_LIVE)
    expect(
      await names(`select tablename as name from pg_publication_tables where pubname = 'supabase_realtime'
        and (schemaname <> 'public' or tablename not in (select unnest($$${`{${MAY_BE_LIVE.join(',')}}`}$$::text[])))`),
    ).toEqual([])
  })
})

const GUEST_READS = ['info_cards', 'landing_content', 'leaderboard', 'levels', 'site_settings']
const OWN_LIVE = ['points_log', 'profiles', 'referrals', 'user_badges']
const MAY_BE_LIVE = [
  ...OWN_LIVE,
  'info_cards',
  'live_videos',
  'newsfeed_comments',
  'newsfeed_posts',
  'newsfeed_reactions',
]
