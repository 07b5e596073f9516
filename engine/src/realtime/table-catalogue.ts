import type { Database } from '../db/port.ts'

/** A column as clients and statements need it. */
export interface TableColumn {
  name: string
  /** `pg_type.typname`, by which clients convert, e.g. `int4`, `_text`. */
  type: string
  /** As SQL writes it, e.g. `character varying(40)`. */
  sqlType: string
  isKey: boolean
  /** Database roles of the API that may select the column. */
  readers: readonly string[]
}

/** A published table. */
export interface TableShape {
  relation: string
  schema: string
  name: string
  columns: readonly TableColumn[]
}

/**
 * Whether a role learns of changes to a table: it has to be allowed to select the key, or a column of a table without
 * one.
 */
export function mayFollow({ columns }: Pick<TableShape, 'columns'>, role: string): boolean {
  const keys = columns.filter(({ isKey }) => isKey)
  const mayRead = ({ readers }: TableColumn) => readers.includes(role)
  return keys.length > 0 ? keys.every(mayRead) : columns.some(mayRead)
}

/** The published tables and their columns. */
export interface TableCatalogue {
  /** Published tables by the OID in `engine.changes`; reloads when one of `needed` is missing. */
  tables(needed?: readonly string[]): Promise<ReadonlyMap<string, TableShape>>
  /** Reloads the catalogue: for an unknown table, which may have been published a moment ago. */
  refresh(): Promise<ReadonlyMap<string, TableShape>>
}

const FRESH_MS = 5_000

const SQL = `
select
  c.oid::text as relation, n.nspname as schema, c.relname as name,
  (
    select json_agg(
      json_build_object(
        'name', a.attname,
        'type', t.typname,
        'sqlType', format_type(a.atttypid, a.atttypmod),
        'isKey', coalesce(a.attnum = any(i.indkey), false),
        'readers', (
          select coalesce(json_agg(r.name), '[]')
          from unnest(array['anon', 'authenticated', 'service_role']) as r (name)
          where has_column_privilege(r.name, c.oid, a.attnum, 'select')
        )
      )
      order by a.attnum
    )
    from pg_attribute as a
      join pg_type as t on t.oid = a.atttypid
      left join pg_index as i on i.indrelid = c.oid and i.indisprimary
    where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attname = any(p.attnames)
  ) as columns
from pg_publication_tables as p
  join pg_namespace as n on n.nspname = p.schemaname
  join pg_class as c on c.relnamespace = n.oid and c.relname = p.tablename
where p.pubname = 'supabase_realtime'`

/** Caches the catalogue for a few seconds: rights and columns change rarely, and SQL checks rights again. */
export function createTableCatalogue(
  db: Pick<Database, 'query'>,
  now: () => number = () => performance.now(),
): TableCatalogue {
  let known: ReadonlyMap<string, TableShape> = new Map()
  let readAt = Number.NEGATIVE_INFINITY
  let reading: Promise<void> | undefined

  const read = async () => {
    const rows = await db.query<TableShape & Record<string, unknown>>(SQL)
    known = new Map(rows.map((row) => [row.relation, row]))
    readAt = now()
  }
  const refresh = async () => {
    reading ??= read().finally(() => {
      reading = undefined
    })
    await reading
    return known
  }
  return {
    refresh,
    async tables(needed = []) {
      const fresh = now() - readAt < FRESH_MS && needed.every((relation) => known.has(relation))
      return fresh ? known : await refresh()
    },
  }
}
