// One query per kind of object. Each row has the object's name, the table or other object that it is part of
// (`part_of`), and everything that defines it. Read with an empty search_path, so every name is schema-qualified.

/** Object identifiers below this one are PostgreSQL's own. */
const FIRST_OWN = 16_384

/** Excludes PostgreSQL's own objects and those of extensions, which exist exactly as long as the extension. */
const own = (catalogue: string, row: string) => `${row}.oid >= ${FIRST_OWN} and not exists (
  select from pg_depend as e where e.classid = '${catalogue}'::regclass and e.objid = ${row}.oid and e.deptype = 'e')`

// The owner of the database has another name on each server, and is a superuser or the one who made the engine's schema.
export const ROLES = `
roles as (
  select r.oid, r.rolname::text as name, r.rolsuper or r.rolname = 'pg_database_owner' or r.oid in (
           select n.nspowner from pg_namespace as n where n.nspname = 'engine'
         ) as owns
    from pg_roles as r
)`

const owner = (role: string) =>
  `(select case when r.owns then 'the owner' else r.name end from roles as r where r.oid = ${role})`

export const SCHEMAS = `
schemas as (
  select n.* from pg_namespace as n
   where n.nspname = 'public' or (${own('pg_namespace', 'n')} and n.nspname !~ '^pg_(toast|temp)')
)`

export const RELATIONS = `
relations as (
  select c.*, format('%I.%I', n.nspname, c.relname) as name,
         case c.relkind when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence'
           when 'f' then 'foreign table' else 'table' end as kind
    from pg_class as c join pg_namespace as n on n.oid = c.relnamespace
   where c.relkind in ('r', 'p', 'v', 'm', 'S', 'f') and n.nspname !~ '^pg_(toast|temp)'
     -- An extension that is made once more has its own tables, but neither their rows nor those that were added to it.
     and (${own('pg_class', 'c')}
       or c.relkind in ('r', 'p') and n.nspname in ('auth', 'storage', 'public', 'private'))
)`

export const FUNCTIONS = `
functions as (
  select p.*, format('%I.%I(%s)', n.nspname, p.proname, pg_get_function_identity_arguments(p.oid)) as name,
         case p.prokind when 'p' then 'procedure' when 'a' then 'aggregate' else 'function' end as kind
    from pg_proc as p join pg_namespace as n on n.oid = p.pronamespace
   where n.nspname !~ '^pg_temp' and ${own('pg_proc', 'p')}
)`

export const TYPES = `
types as (
  select t.*, format('%I.%I', n.nspname, t.typname) as name, 'type' as kind
    from pg_type as t join pg_namespace as n on n.oid = t.typnamespace
   where n.nspname !~ '^pg_(toast|temp)' and ${own('pg_type', 't')}
     and (t.typtype in ('d', 'e', 'r') or (t.typtype = 'b' and t.typcategory <> 'A')
       or (t.typtype = 'c' and (select c.relkind from pg_class as c where c.oid = t.typrelid) = 'c'))
)`

export const OBJECTS = `
select 'schema' as kind, n.nspname::text as name, null as part_of, ${owner('n.nspowner')} as definition
  from schemas as n
union all
select 'extension', e.extname, null, n.nspname
  from pg_extension as e join pg_namespace as n on n.oid = e.extnamespace where e.oid >= ${FIRST_OWN}
union all
select c.kind, c.name,
       (select format('%s %s', r.kind, r.name) from pg_depend as d join relations as r on r.oid = d.refobjid
         where c.relkind = 'S' and d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype in ('a', 'i')
           and d.refclassid = 'pg_class'::regclass),
       concat_ws(' ', c.relkind, ${owner('c.relowner')}, c.relpersistence, c.relrowsecurity, c.relforcerowsecurity,
         c.relreplident, c.reloptions, pg_get_partkeydef(c.oid), pg_get_expr(c.relpartbound, c.oid),
         case when c.relkind in ('v', 'm') then pg_get_viewdef(c.oid) end,
         (select string_agg(i.inhparent::regclass::text, ', ' order by i.inhseqno) from pg_inherits as i
           where i.inhrelid = c.oid),
         (select concat_ws(' ', format_type(s.seqtypid, null), s.seqstart, s.seqincrement, s.seqmin, s.seqmax,
            s.seqcache, s.seqcycle) from pg_sequence as s where s.seqrelid = c.oid))
  from relations as c
union all
select case when i.indisunique then 'unique index' else 'index' end, format('%I.%I', n.nspname, c.relname), format('%s %s', r.kind, r.name),
       concat_ws(' ', pg_get_indexdef(c.oid), i.indisvalid, i.indisreplident)
  from pg_index as i join pg_class as c on c.oid = i.indexrelid join pg_namespace as n on n.oid = c.relnamespace
  join relations as r on r.oid = i.indrelid
 where not exists (select from pg_constraint as k where k.conindid = c.oid and k.contype in ('p', 'u', 'x'))
union all
select 'column', format('%s.%I', r.name, a.attname), format('%s %s', r.kind, r.name),
       concat_ws(' ', format_type(a.atttypid, a.atttypmod), a.attcollation::regcollation, a.attnotnull, a.attidentity,
         a.attgenerated)
  from pg_attribute as a join relations as r on r.oid = a.attrelid
 where r.relkind in ('r', 'p', 'f') and a.attnum > 0 and not a.attisdropped
union all
select 'default', format('%s.%I', r.name, a.attname), format('column %s.%I', r.name, a.attname),
       pg_get_expr(d.adbin, d.adrelid)
  from pg_attrdef as d join relations as r on r.oid = d.adrelid
  join pg_attribute as a on a.attrelid = d.adrelid and a.attnum = d.adnum
 where r.relkind in ('r', 'p', 'f') and not a.attisdropped
union all
select 'constraint', format('%I on %s', k.conname, coalesce(r.name, t.name)),
       format('%s %s', coalesce(r.kind, t.kind), coalesce(r.name, t.name)),
       concat_ws(' ', pg_get_constraintdef(k.oid), k.convalidated)
  from pg_constraint as k left join relations as r on r.oid = k.conrelid left join types as t on t.oid = k.contypid
 where k.contype in ('c', 'f', 'p', 'u', 'x') and coalesce(r.name, t.name) is not null
union all
select p.kind, p.name, null,
       concat_ws(' ', ${owner('p.proowner')}, case when p.prokind <> 'a' then pg_get_functiondef(p.oid) end,
         (select concat_ws(' ', a.aggtransfn, a.aggfinalfn, a.aggcombinefn, a.aggtranstype::regtype, a.agginitval,
            a.aggsortop::regoperator) from pg_aggregate as a where a.aggfnoid = p.oid))
  from functions as p
union all
select t.kind, t.name, null,
       concat_ws(' ', t.typtype, ${owner('t.typowner')}, format_type(nullif(t.typbasetype, 0), t.typtypmod),
         t.typnotnull, t.typdefault, nullif(t.typcollation, 0)::regcollation,
         (select string_agg(quote_literal(e.enumlabel), ', ' order by e.enumsortorder) from pg_enum as e
           where e.enumtypid = t.oid),
         (select string_agg(concat_ws(' ', a.attname, format_type(a.atttypid, a.atttypmod)), ', ' order by a.attnum)
            from pg_attribute as a where a.attrelid = t.typrelid and t.typrelid <> 0 and a.attnum > 0
             and not a.attisdropped),
         (select format_type(g.rngsubtype, null) from pg_range as g where g.rngtypid = t.oid))
  from types as t
union all
select 'trigger', format('%I on %s', t.tgname, r.name), format('%s %s', r.kind, r.name),
       concat_ws(' ', pg_get_triggerdef(t.oid), t.tgenabled)
  from pg_trigger as t join relations as r on r.oid = t.tgrelid where not t.tgisinternal
union all
select 'policy', format('%I on %s', p.polname, r.name), format('%s %s', r.kind, r.name),
       concat_ws(' ', p.polcmd, p.polpermissive,
         (select string_agg(coalesce(${owner('o')}, 'public'), ', ' order by o) from unnest(p.polroles) as o),
         'using', pg_get_expr(p.polqual, p.polrelid), 'check', pg_get_expr(p.polwithcheck, p.polrelid))
  from pg_policy as p join relations as r on r.oid = p.polrelid
union all
select 'rule', format('%I on %s', u.rulename, r.name), format('%s %s', r.kind, r.name),
       concat_ws(' ', pg_get_ruledef(u.oid), u.ev_enabled)
  from pg_rewrite as u join relations as r on r.oid = u.ev_class where u.rulename <> '_RETURN'
union all
select 'event trigger', v.evtname, null,
       concat_ws(' ', v.evtevent, v.evtfoid::regprocedure, v.evtenabled, v.evttags)
  from pg_event_trigger as v where ${own('pg_event_trigger', 'v')}
union all
select 'publication', p.pubname, null,
       concat_ws(' ', ${owner('p.pubowner')}, p.puballtables, p.pubinsert, p.pubupdate, p.pubdelete, p.pubtruncate,
         p.pubviaroot)
  from pg_publication as p
union all
select 'publication', format('%I of table %s', p.pubname, r.name), format('%s %s', r.kind, r.name),
       concat_ws(' ', pg_get_expr(u.prqual, u.prrelid),
         (select string_agg(a.attname, ', ' order by a.attname) from pg_attribute as a
           where a.attrelid = u.prrelid and a.attnum = any (u.prattrs)))
  from pg_publication_rel as u join pg_publication as p on p.oid = u.prpubid join relations as r on r.oid = u.prrelid
union all
select 'publication', format('%I of schema %s', p.pubname, u.pnnspid::regnamespace), null, null
  from pg_publication_namespace as u join pg_publication as p on p.oid = u.pnpubid
union all
select o.type, o.identity, null, null
  from (
    select 'pg_collation'::regclass as catalogue, x.oid from pg_collation as x where ${own('pg_collation', 'x')}
    union all select 'pg_conversion'::regclass, x.oid from pg_conversion as x where ${own('pg_conversion', 'x')}
    union all select 'pg_cast'::regclass, x.oid from pg_cast as x where ${own('pg_cast', 'x')}
    union all select 'pg_operator'::regclass, x.oid from pg_operator as x where ${own('pg_operator', 'x')}
    union all select 'pg_opclass'::regclass, x.oid from pg_opclass as x where ${own('pg_opclass', 'x')}
    union all select 'pg_opfamily'::regclass, x.oid from pg_opfamily as x where ${own('pg_opfamily', 'x')}
    union all select 'pg_language'::regclass, x.oid from pg_language as x where ${own('pg_language', 'x')}
    union all select 'pg_am'::regclass, x.oid from pg_am as x where ${own('pg_am', 'x')}
    union all select 'pg_statistic_ext'::regclass, x.oid from pg_statistic_ext as x where ${own('pg_statistic_ext', 'x')}
    union all select 'pg_ts_config'::regclass, x.oid from pg_ts_config as x where ${own('pg_ts_config', 'x')}
    union all select 'pg_ts_dict'::regclass, x.oid from pg_ts_dict as x where ${own('pg_ts_dict', 'x')}
    union all select 'pg_ts_parser'::regclass, x.oid from pg_ts_parser as x where ${own('pg_ts_parser', 'x')}
    union all select 'pg_ts_template'::regclass, x.oid from pg_ts_template as x where ${own('pg_ts_template', 'x')}
    union all select 'pg_foreign_data_wrapper'::regclass, x.oid from pg_foreign_data_wrapper as x
      where ${own('pg_foreign_data_wrapper', 'x')}
    union all select 'pg_foreign_server'::regclass, x.oid from pg_foreign_server as x where ${own('pg_foreign_server', 'x')}
    union all select 'pg_user_mapping'::regclass, x.umid from pg_user_mappings as x
  ) as other, lateral pg_identify_object(other.catalogue, other.oid, 0) as o`

// Grants to an owner are left out, because an owner has all rights anyway.
export const GRANTS = `
select 'grant' as kind,
       format('%s on %s %s to %s', lower(a.privilege_type), g.kind, g.name, coalesce(r.name, 'public')) as name,
       case when g.kind = 'column' then g.part_of else format('%s %s', g.kind, g.name) end as part_of,
       case when bool_or(a.is_grantable) then 'with grant option' else '' end as definition
  from (
    select 'schema' as kind, n.nspname::text as name, null as part_of, n.nspowner as owner,
           coalesce(n.nspacl, acldefault('n', n.nspowner)) as acl
      from schemas as n
    union all
    select c.kind, c.name, null, c.relowner,
           coalesce(c.relacl, acldefault(case c.relkind when 'S' then 's' else 'r' end::"char", c.relowner))
      from relations as c
    union all
    select 'column', format('%s.%I', c.name, t.attname), format('%s %s', c.kind, c.name), c.relowner, t.attacl
      from pg_attribute as t join relations as c on c.oid = t.attrelid where t.attacl is not null and not t.attisdropped
    union all
    select p.kind, p.name, null, p.proowner, coalesce(p.proacl, acldefault('f', p.proowner)) from functions as p
    union all
    select t.kind, t.name, null, t.typowner, coalesce(t.typacl, acldefault('T', t.typowner)) from types as t
  ) as g, aclexplode(g.acl) as a left join roles as r on r.oid = a.grantee
 where a.grantee <> g.owner and not coalesce(r.owns, false)
 group by 1, 2, 3
union all
select 'default privileges',
       format('on %s%s by %s',
         case d.defaclobjtype when 'r' then 'tables' when 'S' then 'sequences' when 'f' then 'functions'
           when 'T' then 'types' when 'n' then 'schemas' else 'large objects' end,
         case when d.defaclnamespace <> 0 then format(' in %s', d.defaclnamespace::regnamespace) end,
         ${owner('d.defaclrole')}),
       null,
       (select string_agg(format('%s to %s %s', a.privilege_type, coalesce(r.name, 'public'), a.is_grantable), ', '
                 order by a.privilege_type, r.name)
          from aclexplode(d.defaclacl) as a left join roles as r on r.oid = a.grantee where a.grantee <> d.defaclrole)
  from pg_default_acl as d`
