import pg, { type ClientBase } from 'pg'
import type { Difference } from './catalogue/compare.ts'
import type { BackupTable } from './manifest.ts'

// Data that becomes invalid with a restore (sessions, mailed links) or is short-lived (rates).
const LEFT_OUT = [
  'auth.sessions',
  'auth.refresh_tokens',
  'auth.mfa_amr_claims',
  'auth.mfa_challenges',
  'auth.one_time_tokens',
  'auth.flow_state',
  'private.rate_counters',
]

/**
 * Every table in a backup, with the columns that can be written. Tables of extensions are left out; no restore creates
 * them.
 * @param foreign objects that a restore does not create: it could not insert the rows of a table that was created by
 * hand.
 */
export async function backupTables(client: ClientBase, foreign: readonly Difference[]): Promise<BackupTable[]> {
  const foreignNames = (kind: string) =>
    foreign.filter((object) => object.what === 'made' && object.kind === kind).map(({ name }) => name)
  const { rows } = await client.query<BackupTable>(
    `select n.nspname as schema, c.relname as name,
            array_agg(a.attname::text order by a.attnum) as columns
       from pg_class as c
       join pg_namespace as n on n.oid = c.relnamespace
       join pg_attribute as a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      where c.relkind = 'r'
        and n.nspname in ('auth', 'storage', 'public', 'private')
        and n.nspname || '.' || c.relname <> all ($1)
        and not exists (select from pg_depend as e
              where e.classid = 'pg_class'::regclass and e.objid = c.oid and e.deptype = 'e')
        and format('%I.%I', n.nspname, c.relname) <> all ($2)
        and format('%I.%I.%I', n.nspname, c.relname, a.attname) <> all ($3)
      group by n.nspname, c.relname
      order by n.nspname, c.relname`,
    [LEFT_OUT, foreignNames('table'), foreignNames('column')],
  )
  return rows
}

/** Empties every table of the four schemas, including those that a backup leaves out. */
export async function emptyTables(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ names: string | null }>(
    `select string_agg(format('%I.%I', schemaname, tablename), ', ') as names
       from pg_tables where schemaname in ('auth', 'storage', 'public', 'private')`,
  )
  if (rows[0]?.names) await client.query(`truncate ${rows[0].names}`)
}

/**
 * Foreign keys with rows that refer to nothing, by name. Rows that are loaded without triggers are checked by nothing
 * else. Keys from or to a table that is not in the backup are not looked at.
 */
export async function brokenKeys(client: ClientBase, tables: readonly BackupTable[]): Promise<string[]> {
  const names = tables.map(({ schema, name }) => `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`)
  const { rows: keys } = await client.query<{ name: string; broken: string }>(
    `select k.conname as name,
            format('select exists (select from %s as a where %s and not exists (select from %s as b where %s)) as broken',
              k.conrelid::regclass, string_agg(format('a.%I is not null', own.attname), ' and '),
              k.confrelid::regclass, string_agg(format('a.%I = b.%I', own.attname, other.attname), ' and ')) as broken
       from pg_constraint as k
       cross join unnest(k.conkey, k.confkey) as pair (own, other)
       join pg_attribute as own on own.attrelid = k.conrelid and own.attnum = pair.own
       join pg_attribute as other on other.attrelid = k.confrelid and other.attnum = pair.other
      where k.contype = 'f'
        and k.conrelid in (select n::regclass from unnest($1::text[]) as n)
        and k.confrelid in (select n::regclass from unnest($1::text[]) as n)
      group by k.oid
      order by k.conname`,
    [names],
  )
  const broken: string[] = []
  for (const { name, broken: text } of keys) {
    const { rows } = await client.query<{ broken: boolean }>(text)
    if (rows[0]?.broken) broken.push(name)
  }
  return broken
}

/** Moves every sequence of the four schemas past the highest loaded value. */
export async function advanceSequences(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ sequence: string; relation: string; column: string }>(
    `select d.objid::regclass::text as sequence, d.refobjid::regclass::text as relation,
            quote_ident(a.attname) as column
       from pg_depend as d
       join pg_class as s on s.oid = d.objid and s.relkind = 'S'
       join pg_attribute as a on a.attrelid = d.refobjid and a.attnum = d.refobjsubid
      where d.classid = 'pg_class'::regclass and d.deptype in ('a', 'i')
        and s.relnamespace::regnamespace::text in ('auth', 'storage', 'public', 'private')`,
  )
  for (const { sequence, relation, column } of rows)
    await client.query(`select setval('${sequence}', coalesce(max(${column}), 0) + 1, false) from ${relation}`)
}

/** `schema.name (columns)`, quoted, for COPY. */
export function copyList({ schema, name, columns }: BackupTable): string {
  const list = columns.map((column) => pg.escapeIdentifier(column)).join(', ')
  return `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)} (${list})`
}
