/** A column as the description of the API shows it. */
export interface DescribedColumn {
  name: string
  /** Without a modifier, and that of the base of a domain. */
  type: string
  required: boolean
  comment: string | null
  maxLength: number | null
  default: string | null
  /** The values of an enumerated type. */
  enum: string[] | null
}

export interface DescribedRelation extends Record<string, unknown> {
  name: string
  columns: DescribedColumn[]
}

/** What the schema cache does not hold, because only the description of the API needs it; `$1` is the schema. */
export const DESCRIPTION_SQL = `
select c.relname as name, coalesce((
  select json_agg(json_build_object(
    'name', a.attname,
    'type', pg_catalog.format_type(b.oid, null),
    'required', a.attnotnull or t.typnotnull,
    'comment', pg_catalog.col_description(c.oid, a.attnum),
    'maxLength', case when b.oid in ('varchar'::regtype, 'bpchar'::regtype)
      then nullif(greatest(a.atttypmod, t.typtypmod), -1) - 4 end,
    'default', case when a.attgenerated = '' then pg_catalog.pg_get_expr(d.adbin, d.adrelid) end,
    'enum', (select json_agg(e.enumlabel order by e.enumsortorder) from pg_catalog.pg_enum e where e.enumtypid = b.oid)
  ) order by a.attnum)
  from pg_catalog.pg_attribute a
  join pg_catalog.pg_type t on t.oid = a.atttypid
  join pg_catalog.pg_type b on b.oid = coalesce(nullif(t.typbasetype, 0), t.oid)
  left join pg_catalog.pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped), '[]') as columns
from pg_catalog.pg_class c
where c.relnamespace = pg_catalog.to_regnamespace(pg_catalog.quote_ident($1)) and c.relkind in ('r', 'v', 'm', 'f', 'p') and not c.relispartition
order by c.relname`
