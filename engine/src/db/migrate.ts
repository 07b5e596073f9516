import type { Client } from 'pg'
import { messageOf, StartError } from '../kernel/errors.ts'
import type { Logger } from '../kernel/logger.ts'
import type { MigrationFile } from './migration-files.ts'

/** Where a set of migrations keeps its history. */
export interface MigrationHistory {
  /** Creates the tables; must not mind that they exist. */
  create: string
  /** Selects `version` and `checksum` (null when another tool applied it) of everything applied. */
  list: string
  /** Records one: `$1` version, `$2` name, `$3` text, `$4` checksum. */
  record: readonly string[]
  /** Fills in a checksum that another tool left out: `$1` version, `$2` checksum. */
  adopt: string | undefined
}

/** The engine's own platform migrations. */
export const platformHistory: MigrationHistory = {
  create: `
    create schema if not exists engine;
    create table if not exists engine.migrations (
      version text not null primary key,
      name text not null,
      checksum text not null,
      applied_at timestamptz not null default now()
    )`,
  list: 'select version, checksum from engine.migrations',
  record: [
    'insert into engine.migrations (version, name, checksum) select $1::text, $2::text, $4::text where $3::text <> $1',
  ],
  adopt: undefined,
}

/** The domain's migrations, in the table of the Supabase CLI; checksums have a table of their own beside it. */
export const domainHistory: MigrationHistory = {
  create: `
    create schema if not exists supabase_migrations;
    create table if not exists supabase_migrations.schema_migrations (
      version text not null primary key,
      statements text[],
      name text
    );
    create table if not exists supabase_migrations.schema_checksums (
      version text not null primary key,
      checksum text not null
    )`,
  list: `
    select m.version, c.checksum
      from supabase_migrations.schema_migrations as m
      left join supabase_migrations.schema_checksums as c using (version)`,
  record: [
    'insert into supabase_migrations.schema_migrations (version, name, statements) select $1::text, $2::text, array[$3::text] where $4::text is not null',
    'insert into supabase_migrations.schema_checksums (version, checksum) select $1::text, $4::text where $2::text is not null and $3::text is not null',
  ],
  adopt: 'insert into supabase_migrations.schema_checksums (version, checksum) values ($1, $2)',
}

/**
 * Applies what is new, one transaction a file, on a connection of the role that shall own the outcome.
 * The caller holds the migration lock.
 * @returns how many were applied.
 * @throws {StartError} one line: a changed or missing file, a database newer than the files, or the failing
 *   statement's file, line and message.
 */
export async function applyMigrations(
  client: Client,
  history: MigrationHistory,
  files: readonly MigrationFile[],
  log: Logger,
): Promise<number> {
  await client.query(history.create)
  const { rows: applied } = await client.query<{ version: string; checksum: string | null }>(history.list)
  checkHistory(applied, files)
  for (const { version, checksum } of applied) {
    const file = files.find((candidate) => candidate.version === version)
    if (checksum === null && file && history.adopt) await client.query(history.adopt, [version, file.checksum])
  }
  const done = new Set(applied.map(({ version }) => version))
  const pending = files.filter(({ version }) => !done.has(version))
  for (const file of pending) {
    await applyOne(client, history, file)
    log.info({ version: file.version, name: file.name }, 'migration applied')
  }
  return pending.length
}

function checkHistory(applied: { version: string; checksum: string | null }[], files: readonly MigrationFile[]): void {
  const newest = files.at(-1)?.version ?? ''
  for (const { version, checksum } of applied) {
    const file = files.find((candidate) => candidate.version === version)
    if (!file && version > newest)
      throw new StartError(`The database is newer than this version of Bankside: it has migration ${version}`)
    if (!file) throw new StartError(`Migration ${version} was applied to the database, but its file is missing`)
    if (checksum !== null && checksum !== file.checksum)
      throw new StartError(
        `${file.path} was changed after it was applied: restore it and write a new migration instead`,
      )
  }
}

async function applyOne(client: Client, history: MigrationHistory, file: MigrationFile): Promise<void> {
  try {
    await client.query('begin')
    await client.query(file.text)
    for (const text of history.record) await client.query(text, [file.version, file.name, file.text, file.checksum])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    const position = Number((error as { position?: string }).position)
    const line = position > 0 ? `:${[...file.text].slice(0, position).join('').split('\n').length}` : ''
    throw new StartError(`${file.path}${line}: ${messageOf(error)}`)
  }
}
