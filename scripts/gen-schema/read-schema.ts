import type { ClientBase } from 'pg'

/** A table or view with everything that belongs to it, each as a statement without its semicolon. */
export interface SchemaRelation {
  oid: number
  name: string
  kind: 'table' | 'view' | 'platform table'
  /** The parts of `create table`, or the query of a view. */
  body: string[]
  options: string
  statements: string[]
}

export interface SchemaFunction {
  oid: number
  name: string
  definition: string
  statements: string[]
}

export interface Schema {
  relations: SchemaRelation[]
  functions: SchemaFunction[]
}

const OURS = `n.nspname in ('public', 'private')`

const COMMENTS = (catalogue: string, oid: string) =>
  `(select d.description from pg_description as d
     where d.classoid = '${catalogue}'::regclass and d.objoid = ${oid} and d.objsubid = 0)`

/** Rights of every role but the owner, one statement for all roles with the same rights. */
const GRANTS = (acl: string, owner: string, on: string) => `
  (select coalesce(array_agg(format('grant %s on %s to %s', g.rights, ${on}, g.roles) order by g.roles), '{}')
     from (
       select r.rights, string_agg(r.role, ', ' order by r.role) as roles
       from (
         select coalesce(a.rolname::text, 'public') as role,
                string_agg(lower(x.privilege_type), ', ' order by array_position(
                  array['SELECT', 'INSERT', 'UPDATE', 'DELETE'], x.privilege_type)) as rights
         from aclexplode(${acl}) as x left join pg_roles as a on a.oid = x.grantee
         where x.grantee <> ${owner}
         group by 1
       ) as r
       group by r.rights
     ) as g)`

const COLUMN_GRANTS = `
  (select coalesce(array_agg(format('grant %s (%s) on %s to %s', g.right, g.columns, t.name, g.role)
            order by g.role, g.right), '{}')
     from (
       select coalesce(a.rolname::text, 'public') as role, lower(x.privilege_type) as right,
              string_agg(quote_ident(b.attname), ', ' order by b.attnum) as columns
       from pg_attribute as b, aclexplode(b.attacl) as x left join pg_roles as a on a.oid = x.grantee
       where b.attrelid = t.oid
       group by 1, 2
     ) as g)`

const RELATIONS = `
  with t as (
    select c.oid, c.relname, c.relkind, c.relowner, c.relacl, c.relrowsecurity, c.relpersistence, c.reloptions,
           format('%I.%I', n.nspname, c.relname) as name, ${OURS} as is_ours
    from pg_class as c join pg_namespace as n on n.oid = c.relnamespace
    where c.relkind in ('r', 'v') and (${OURS} or n.nspname in ('auth', 'storage', 'realtime'))
  )
  select t.oid::int8 as oid, t.name,
    case when not t.is_ours then 'platform table' when t.relkind = 'v' then 'view' else 'table' end as kind,
    concat(case t.relpersistence when 'u' then 'unlogged' end, array_to_string(t.reloptions, ', ')) as options,
    case when t.relkind = 'v' then array[pg_get_viewdef(t.oid, true)] else array(
      select concat_ws(' ', quote_ident(a.attname), format_type(a.atttypid, a.atttypmod),
          case when a.attcollation not in (0, (select typcollation from pg_type as y where y.oid = a.atttypid))
            then 'collate ' || a.attcollation::regcollation end,
          case when a.attnotnull then 'not null' end,
          case when a.attidentity = 'a' then 'generated always as identity' end,
          'default ' || pg_get_expr(d.adbin, d.adrelid))
      from pg_attribute as a left join pg_attrdef as d on d.adrelid = a.attrelid and d.adnum = a.attnum
      where a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
      order by a.attnum
    ) || array(
      select format('constraint %I %s', k.conname, pg_get_constraintdef(k.oid, true)) from pg_constraint as k
      where k.conrelid = t.oid and k.contype <> 't'
        -- Since 18 a column that cannot be null is a constraint as well.
        and k.contype <> 'n'
      order by array_position(array['p', 'u', 'f', 'c', 'x']::"char"[], k.contype), k.conname
    ) end as body,
    case when t.is_ours then array(
      select format('comment on %s %s is %L', case when d.objsubid > 0 then 'column' when t.relkind = 'v' then 'view'
          else 'table' end, concat_ws('.', t.name, quote_ident(a.attname)), d.description)
      from pg_description as d left join pg_attribute as a on a.attrelid = t.oid and a.attnum = nullif(d.objsubid, 0)
      where d.classoid = 'pg_class'::regclass and d.objoid = t.oid
      order by d.objsubid
    ) || array(
      select pg_get_indexdef(i.indexrelid) from pg_index as i join pg_class as x on x.oid = i.indexrelid
      where i.indrelid = t.oid and not exists (select from pg_constraint as k where k.conindid = i.indexrelid)
      order by x.relname
    ) || array(select format('alter table %s enable row level security', t.name) where t.relrowsecurity)
      || ${GRANTS('t.relacl', 't.relowner', 't.name')} || ${COLUMN_GRANTS}
    else '{}' end
    || array(
      select p.text
      from (
        select p.polname, concat_ws(E'\\n  ',
          format('create policy %I on %s%s', p.polname, t.name, case when not p.polpermissive then ' as restrictive' end),
          format('for %s to %s',
            case p.polcmd when 'r' then 'select' when 'a' then 'insert' when 'w' then 'update' when 'd' then 'delete'
              else 'all' end,
            (select string_agg(coalesce(r.rolname::text, 'public'), ', ' order by r.rolname)
               from unnest(p.polroles) as o left join pg_roles as r on r.oid = o)),
          'using (' || pg_get_expr(p.polqual, p.polrelid, true) || ')',
          'with check (' || pg_get_expr(p.polwithcheck, p.polrelid, true) || ')') as text, 0 as place
        from pg_policy as p where p.polrelid = t.oid
        union all
        select p.polname, format('comment on policy %I on %s is %L', p.polname, t.name, ${COMMENTS('pg_policy', 'p.oid')}), 1
        from pg_policy as p where p.polrelid = t.oid and ${COMMENTS('pg_policy', 'p.oid')} is not null
      ) as p
      order by p.polname, p.place
    ) || array(
      select pg_get_triggerdef(g.oid, true)
      from pg_trigger as g join pg_proc as f on f.oid = g.tgfoid join pg_namespace as n on n.oid = f.pronamespace
      where g.tgrelid = t.oid and not g.tgisinternal and ${OURS}
      order by g.tgname
    ) as statements
  from t
  order by t.name`

const FUNCTIONS = `
  with f as (
    select p.oid, p.proacl, p.proowner, p.prokind,
           format('%I.%I(%s)', n.nspname, p.proname, pg_get_function_identity_arguments(p.oid)) as name
    from pg_proc as p join pg_namespace as n on n.oid = p.pronamespace
    where ${OURS} and p.prokind in ('f', 'p')
  )
  select f.oid::int8 as oid, f.name, pg_get_functiondef(f.oid) as definition,
    array(select format('comment on function %s is %L', f.name, ${COMMENTS('pg_proc', 'f.oid')})
           where ${COMMENTS('pg_proc', 'f.oid')} is not null)
    || ${GRANTS('f.proacl', 'f.proowner', `'function ' || f.name`)} as statements
  from f
  order by f.name`

/** Today's definition of every table, view and function of public and private, and of additions to platform tables. */
export async function readSchema(client: ClientBase): Promise<Schema> {
  // With an empty search_path every name in a definition is schema-qualified.
  await client.query(`select set_config('search_path', '', false)`)
  const relations = (await client.query<SchemaRelation>(RELATIONS)).rows
  const functions = (await client.query<SchemaFunction>(FUNCTIONS)).rows
  const plain = <T extends { oid: number }>(row: T) => ({ ...row, oid: Number(row.oid) })
  return { relations: relations.map(plain), functions: functions.map(plain) }
}
