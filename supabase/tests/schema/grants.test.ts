import { afterAll, beforeAll, expect, it } from 'vitest'
import { startEngine, type TestEngine } from '../../../test-support/start-engine.ts'
import { expectGolden } from '../support/golden.ts'

let engine: TestEngine
beforeAll(async () => {
  engine = await startEngine()
})
afterAll(() => engine.close())

const lines = async (sql: string) => (await engine.owner.query(sql)).map((row) => String(row.line))
const ROLES = `array['anon', 'authenticated', 'service_role']`
const OURS = `('public'::regnamespace, 'private'::regnamespace)`

it('every grant to an API role is on the list', async () => {
  const relations = await lines(`
    select format('%s %s %s: %s', case c.relkind when 'v' then 'view' else 'table' end, c.oid::regclass,
      pg_get_userbyid(a.grantee), string_agg(lower(a.privilege_type), ', ' order by a.privilege_type)) as line
    from pg_class as c, aclexplode(c.relacl) as a
    where c.relnamespace in ${OURS} and c.relkind in ('r', 'p', 'v', 'm', 'S')
      and (a.grantee = 0 or pg_get_userbyid(a.grantee) = any (${ROLES}))
    group by c.oid, c.relkind, a.grantee order by c.oid::regclass::text collate "C", a.grantee`)
  const columns = await lines(`
    select format('column %s.%s %s: %s', t.attrelid::regclass, t.attname, pg_get_userbyid(a.grantee),
      lower(a.privilege_type)) as line
    from pg_attribute as t join pg_class as c on c.oid = t.attrelid, aclexplode(t.attacl) as a
    where c.relnamespace in ${OURS} order by 1`)
  const functions = await lines(`
    select format('function %s: %s', p.oid::regprocedure,
      string_agg(pg_get_userbyid(a.grantee), ', ' order by pg_get_userbyid(a.grantee)::text)) as line
    from pg_proc as p, aclexplode(p.proacl) as a
    where p.pronamespace in ${OURS} and (a.grantee = 0 or pg_get_userbyid(a.grantee) = any (${ROLES}))
      and not exists (select from pg_depend as d where d.objid = p.oid and d.deptype = 'e')
    group by p.oid order by p.oid::regprocedure::text collate "C"`)
  const schemas = await lines(`
    select format('schema %s %s: %s', n.nspname, pg_get_userbyid(a.grantee), lower(a.privilege_type)) as line
    from pg_namespace as n, aclexplode(n.nspacl) as a
    where n.oid in ${OURS} and pg_get_userbyid(a.grantee) = any (${ROLES}) order by 1`)
  expectGolden(
    'supabase/tests/schema/grants.golden.txt',
    `${[...schemas, ...relations, ...columns, ...functions].join('\n')}\n`,
  )
})

it('nothing is granted by default to an API role, including on future tables', async () => {
  expect(
    await lines(`
      select format('%s %s %s', d.defaclrole::regrole, d.defaclobjtype, pg_get_userbyid(a.grantee)) as line
      from pg_default_acl as d, aclexplode(d.defaclacl) as a
      where d.defaclrole = 'migrator'::regrole
        and (a.grantee = 0 or pg_get_userbyid(a.grantee) = any (${ROLES}))`),
  ).toEqual([])
})

it('no policy relies on metadata, which members write themselves', async () => {
  expect(
    await lines(`
      select format('%s %s', polrelid::regclass, polname) as line from pg_policy
      where concat(pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid)) ~* 'user_metadata|raw_user_meta'`),
  ).toEqual([])
})

it('no two indexes are the same', async () => {
  expect(
    await lines(`
      select string_agg(indexrelid::regclass::text, ' = ') as line from pg_index
      join pg_class as c on c.oid = indrelid
      where c.relnamespace in ${OURS}
      group by indrelid, indkey::text, indclass::text, indoption::text, coalesce(indexprs::text, ''),
        coalesce(indpred::text, '')
      having count(*) > 1`),
  ).toEqual([])
})
