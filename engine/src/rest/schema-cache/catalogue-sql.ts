// The catalogue is read with an empty search_path, so that every type and default is schema-qualified.

/** Tables, views, materialised and foreign tables with columns; `$1` is the schema. */
export const RELATIONS_SQL = `
select c.oid::int8::text as oid, c.relname as name, c.relkind in ('v', 'm') as is_view,
  case when c.relkind in ('v', 'm', 'f') then pg_catalog.pg_relation_is_updatable(c.oid, true) else 28 end as writes,
  pg_catalog.obj_description(c.oid, 'pg_class') as description,
  coalesce((
    select json_agg(json_build_object(
      'num', a.attnum, 'name', a.attname,
      'type', pg_catalog.format_type(a.atttypid, a.atttypmod),
      'isJson', coalesce(nullif(t.typbasetype, 0), t.oid) in ('json'::regtype, 'jsonb'::regtype),
      'isVector', coalesce(nullif(t.typbasetype, 0), t.oid) = 'tsvector'::regtype,
      'defaultSql', case
        when a.attgenerated <> '' then null
        when a.attidentity <> '' then
          pg_catalog.format('pg_catalog.nextval(%L::regclass)', pg_catalog.pg_get_serial_sequence(c.oid::regclass::text, a.attname))
        else coalesce(pg_catalog.pg_get_expr(d.adbin, d.adrelid), t.typdefault) end
    ) order by a.attnum)
    from pg_catalog.pg_attribute a
    join pg_catalog.pg_type t on t.oid = a.atttypid
    left join pg_catalog.pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped), '[]') as columns,
  (select array_to_json(i.indkey::int2[]) from pg_catalog.pg_index i where i.indrelid = c.oid and i.indisprimary) as primary_key,
  (select coalesce(json_agg(array_to_json(i.indkey::int2[])), '[]') from pg_catalog.pg_index i
    where i.indrelid = c.oid and i.indisunique and i.indpred is null and i.indexprs is null) as uniques,
  (select r.ev_action::text from pg_catalog.pg_rewrite r
    where r.ev_class = c.oid and r.ev_type = '1' and c.relkind in ('v', 'm')) as rule
from pg_catalog.pg_class c
where c.relnamespace = pg_catalog.to_regnamespace(pg_catalog.quote_ident($1)) and c.relkind in ('r', 'v', 'm', 'f', 'p') and not c.relispartition`

/** Foreign keys of all schemas: a view of the exposed schema may show tables of another one. */
export const FOREIGN_KEYS_SQL = `
select k.conname as name, k.conrelid::int8::text as source, k.confrelid::int8::text as target,
  array_to_json(k.conkey) as source_columns, array_to_json(k.confkey) as target_columns
from pg_catalog.pg_constraint k
where k.contype = 'f' and k.conparentid = 0
order by k.conname, k.oid`

/** Tables outside the exposed schema that its views may show: only the columns of keys. */
export const HIDDEN_RELATIONS_SQL = `
select c.oid::int8::text as oid, c.relname as name,
  (select array_to_json(i.indkey::int2[]) from pg_catalog.pg_index i where i.indrelid = c.oid and i.indisprimary) as primary_key,
  (select coalesce(json_agg(array_to_json(i.indkey::int2[])), '[]') from pg_catalog.pg_index i
    where i.indrelid = c.oid and i.indisunique and i.indpred is null and i.indexprs is null) as uniques,
  (select r.ev_action::text from pg_catalog.pg_rewrite r
    where r.ev_class = c.oid and r.ev_type = '1' and c.relkind in ('v', 'm')) as rule
from pg_catalog.pg_class c
join pg_catalog.pg_namespace n on n.oid = c.relnamespace
where n.nspname not in ($1, 'information_schema') and n.nspname not like 'pg\\_%' and c.relkind in ('r', 'v', 'm', 'p')`

/**
 * Functions of the schema that requests may call; triggers, aggregates and procedures are left out. Types of arguments
 * are written for any length: `bpchar`, because `character` is one of a single letter.
 */
export const ROUTINES_SQL = `
select p.proname as name, p.proretset as returns_set, p.prorows = 1 as one_row, p.provolatile = 'v' as volatile,
  p.provariadic <> 0 as variadic, p.pronargdefaults as default_count,
  (select json_agg(json_build_object(
      'name', coalesce(p.proargnames[i], ''), 'mode', coalesce(p.proargmodes[i], 'i'),
      'type', pg_catalog.format_type(arg, -1),
      'isJson', arg in ('json'::regtype, 'jsonb'::regtype),
      'relation', argtype.typrelid::int8::text) order by i)
    from unnest(coalesce(p.proallargtypes, p.proargtypes::oid[])) with ordinality as args(arg, i)
    join pg_catalog.pg_type argtype on argtype.oid = arg) as args,
  array_to_json(p.proconfig) as settings,
  t.typtype as result_kind, pg_catalog.format_type(t.oid, null) as result_type, t.oid = 'tsvector'::regtype as is_vector,
  case when declared.typtype = 'd' then declared.typname end as result_domain, t.oid = 'bytea'::regtype as is_binary,
  t.typrelid::int8::text as result_relation,
  (select json_agg(json_build_object('name', a.attname, 'type', pg_catalog.format_type(a.atttypid, a.atttypmod),
      'isJson', a.atttypid in ('json'::regtype, 'jsonb'::regtype)) order by a.attnum)
    from pg_catalog.pg_attribute a where a.attrelid = t.typrelid and t.typrelid <> 0 and a.attnum > 0 and not a.attisdropped) as result_columns
from pg_catalog.pg_proc p
join pg_catalog.pg_type declared on declared.oid = p.prorettype
join pg_catalog.pg_type t on t.oid = coalesce(nullif(declared.typbasetype, 0), declared.oid)
where p.pronamespace = pg_catalog.to_regnamespace(pg_catalog.quote_ident($1)) and p.prokind = 'f'
  and p.prorettype not in ('trigger'::regtype, 'event_trigger'::regtype, 'internal'::regtype)
order by p.proname, p.oid`

/** Aggregates over whole rows that return a domain named like a media type: they make answers of that type. */
export const MEDIA_HANDLERS_SQL = `
select n.nspname as schema, p.proname as name, argument.typrelid::int8::text as relation, d.typname as type,
  d.typbasetype = 'bytea'::regtype as binary
from pg_catalog.pg_proc p
join pg_catalog.pg_namespace n on n.oid = p.pronamespace
join pg_catalog.pg_type d on d.oid = p.prorettype and d.typtype = 'd' and pg_catalog.strpos(d.typname, '/') > 0
join pg_catalog.pg_type argument on argument.oid = p.proargtypes[0]
where p.prokind = 'a' and p.pronargs = 1 and argument.typrelid <> 0 and n.nspname in ($1, 'public', 'extensions')
order by n.nspname = $1 desc, p.oid`

/** Enums and domains that a select list may cast to. */
export const TYPES_SQL = `
select t.typname as name, pg_catalog.format_type(t.oid, null) as sql
from pg_catalog.pg_type t
where t.typnamespace = pg_catalog.to_regnamespace(pg_catalog.quote_ident($1)) and t.typtype in ('e', 'd')`

/**
 * Functions by which a domain is shown as JSON, and read from JSON and from the text of a filter: those of its implicit
 * casts.
 */
export const REPRESENTATIONS_SQL = `
select pg_catalog.format_type(d.oid, null) as type, n.nspname as schema, p.proname as name,
  case when c.castsource <> d.oid then case c.castsource when 'json'::regtype then 'fromJson' else 'fromText' end
    else 'toJson' end as use
from pg_catalog.pg_cast c
join pg_catalog.pg_type d on d.typtype = 'd' and (
  d.oid = c.castsource and c.casttarget = 'json'::regtype
  or d.oid = c.casttarget and c.castsource in ('json'::regtype, 'text'::regtype))
join pg_catalog.pg_proc p on p.oid = c.castfunc
join pg_catalog.pg_namespace n on n.oid = p.pronamespace
where c.castcontext = 'i' and c.castmethod = 'f'`
