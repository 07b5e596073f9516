import type { Client } from 'pg'

export interface Column {
  name: string
  /** Type as `format_type` writes it, e.g. `text[]`. */
  type: string
  nullable: boolean
  hasDefault: boolean
  /** Generated columns and `always` identities cannot be written. */
  writable: boolean
}

export interface Relation {
  oid: number
  /** Column names by attribute number, starting at 1; dropped ones keep their position. */
  numbered: string[]
  name: string
  kind: 'table' | 'view'
  columns: Column[]
}

export interface ForeignKey {
  name: string
  table: number
  columns: string[]
  referencedTable: number
  referencedColumns: string[]
  /** The referencing columns are unique, so there is at most one row on this side. */
  isOneToOne: boolean
}

export interface FunctionArgument {
  name: string
  type: string
  optional: boolean
}

export interface ApiFunction {
  name: string
  arguments: FunctionArgument[]
  returnsSet: boolean
  returnType: string
  /** Columns of `returns table (…)`, or of a relation that is not part of the API; else empty. */
  returnColumns: { name: string; type: string }[]
}

export interface Catalog {
  relations: Relation[]
  foreignKeys: ForeignKey[]
  functions: ApiFunction[]
  enums: { name: string; values: string[] }[]
  /** Rewrite rule (`pg_node_tree`) of each view, by its OID. */
  viewRules: Map<number, string>
}

const RELATIONS = `
  select c.oid::int8 as oid, c.relname as name, case when c.relkind in ('v', 'm') then 'view' else 'table' end as kind,
    json_agg(json_build_object(
      'name', a.attname,
      'type', format_type(a.atttypid, null),
      'nullable', not (a.attnotnull or (t.typtype = 'd' and t.typnotnull)),
      'hasDefault', a.atthasdef or a.attidentity <> '',
      'writable', a.attgenerated = '' and a.attidentity <> 'a'
    ) order by a.attname collate "C") filter (where not a.attisdropped) as columns,
    json_agg(a.attname order by a.attnum) as numbered
  from pg_class as c
    join pg_namespace as n on n.oid = c.relnamespace
    join pg_attribute as a on a.attrelid = c.oid and a.attnum > 0
    left join pg_type as t on t.oid = a.atttypid
  where n.nspname = 'public' and c.relkind in ('r', 'p', 'v', 'm', 'f')
  group by c.oid
  order by c.relname collate "C"`

const FOREIGN_KEYS = `
  select k.conname as name, k.conrelid::int8 as table, k.confrelid::int8 as "referencedTable",
    (select json_agg(a.attname order by u.at) from unnest(k.conkey) with ordinality as u (num, at)
      join pg_attribute as a on a.attrelid = k.conrelid and a.attnum = u.num) as columns,
    (select json_agg(a.attname order by u.at) from unnest(k.confkey) with ordinality as u (num, at)
      join pg_attribute as a on a.attrelid = k.confrelid and a.attnum = u.num) as "referencedColumns",
    exists (
      select from pg_index as i
      where i.indrelid = k.conrelid and i.indisunique and i.indpred is null and i.indexprs is null
        and (i.indkey::int2[])[0:i.indnkeyatts - 1] <@ k.conkey
    ) as "isOneToOne"
  from pg_constraint as k
    join pg_class as c on c.oid = k.conrelid
    join pg_class as f on f.oid = k.confrelid
  where k.contype = 'f' and k.conparentid = 0
    and c.relnamespace = 'public'::regnamespace and f.relnamespace = 'public'::regnamespace
  order by k.conname collate "C"`

// Trigger functions and functions that no API role may call are not part of the API.
const FUNCTIONS = `
  select p.proname as name, p.proretset as "returnsSet", format_type(p.prorettype, null) as "returnType",
    coalesce((select json_agg(json_build_object(
        'name', coalesce(p.proargnames[i], ''), 'type', format_type(p.proargtypes[i - 1], null),
        'optional', i > p.pronargs - p.pronargdefaults) order by i)
      from generate_series(1, p.pronargs) as i), '[]') as arguments,
    coalesce((select json_agg(json_build_object('name', p.proargnames[i], 'type', format_type(p.proallargtypes[i], null)) order by i)
      from generate_subscripts(p.proargmodes, 1) as i where p.proargmodes[i] in ('t', 'o')),
      (select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, null)) order by a.attnum)
      from pg_type as t
        join pg_class as c on c.oid = t.typrelid and c.relnamespace <> 'public'::regnamespace
        join pg_attribute as a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where t.oid = p.prorettype), '[]') as "returnColumns"
  from pg_proc as p
  where p.pronamespace = 'public'::regnamespace and p.prokind = 'f' and p.prorettype <> 'trigger'::regtype
    and (has_function_privilege('anon', p.oid, 'execute') or has_function_privilege('authenticated', p.oid, 'execute'))
    and not exists (select from pg_depend as d where d.objid = p.oid and d.deptype = 'e')
  order by p.proname collate "C", p.pronargs, pg_get_function_identity_arguments(p.oid) collate "C"`

const ENUMS = `
  select t.typname as name, json_agg(e.enumlabel order by e.enumsortorder) as values
  from pg_type as t join pg_enum as e on e.enumtypid = t.oid
  where t.typnamespace = 'public'::regnamespace
  group by t.oid
  order by t.typname collate "C"`

const VIEW_RULES = `
  select r.ev_class::int8 as oid, r.ev_action::text as rule
  from pg_rewrite as r join pg_class as c on c.oid = r.ev_class
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('v', 'm') and r.rulename = '_RETURN'`

/** Reads the schema `public` of a migrated database, in a fixed order. */
export async function readCatalog(client: Client): Promise<Catalog> {
  const rows = async <T>(sql: string): Promise<T[]> => (await client.query(sql)).rows as T[]
  const relations = await rows<Relation & { oid: string }>(RELATIONS)
  const foreignKeys = await rows<ForeignKey & { table: string; referencedTable: string }>(FOREIGN_KEYS)
  const rules = await rows<{ oid: string; rule: string }>(VIEW_RULES)
  return {
    relations: relations.map((relation) => ({ ...relation, oid: Number(relation.oid) })),
    foreignKeys: foreignKeys.map((key) => ({
      ...key,
      table: Number(key.table),
      referencedTable: Number(key.referencedTable),
    })),
    functions: await rows<ApiFunction>(FUNCTIONS),
    enums: await rows<{ name: string; values: string[] }>(ENUMS),
    viewRules: new Map(rules.map(({ oid, rule }) => [Number(oid), rule])),
  }
}
