import type { Client } from 'pg'
import { messageOf, StartError } from '../kernel/errors.ts'
import type { Logger } from '../kernel/logger.ts'
import type { MigrationFile } from './migration-files.ts'

/** A migration that was applied to a database. */
export interface AppliedMigration {
  version: string
  name: string | null
  /** Null when another tool applied it. */
  checksum: string | null
}

/** Whether this is a domain version from before the first release, whose files were merged into today's. */
export function isUnreleasedVersion(version: string): boolean {
  return /^202611\d{8}$/.test(version)
}

/** Where a set of migrations keeps its history. */
export interface MigrationHistory {
  /** Creates the tables; safe to repeat. */
  create: string
  /** Selects `version`, `name` and `checksum` of everything applied. */
  list: string
  /** Records one. */
  record(file: MigrationFile): { text: string; values: string[] }[]
  /** Fills in a checksum that another tool left out: `$1` version, `$2` checksum. */
  adopt: string | undefined
  /** Whether a version is from before the first release, whose files were merged into today's. */
  isUnreleased(applied: AppliedMigration): boolean
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
  list: 'select version, name, checksum from engine.migrations',
  record: ({ version, name, checksum }) => [
    {
      text: 'insert into engine.migrations (version, name, checksum) values ($1, $2, $3)',
      values: [version, name, checksum],
    },
  ],
  adopt: undefined,
  isUnreleased: ({ version, name }) => version === '0005' && name === 'realtime',
}

/** The domain's migrations, in the table of the Supabase CLI; their checksums are in a separate table. */
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
    select m.version, m.name, c.checksum
      from supabase_migrations.schema_migrations as m
      left join supabase_migrations.schema_checksums as c using (version)`,
  record: ({ version, name, text, checksum }) => [
    {
      text: `insert into supabase_migrations.schema_migrations (version, name, statements)
        values ($1, $2, array[$3])`,
      values: [version, name, text],
    },
    {
      text: 'insert into supabase_migrations.schema_checksums (version, checksum) values ($1, $2)',
      values: [version, checksum],
    },
  ],
  adopt: 'insert into supabase_migrations.schema_checksums (version, checksum) values ($1, $2)',
  isUnreleased: ({ version }) => isUnreleasedVersion(version),
}

/**
 * Applies the new migrations, one transaction per file, on a connection of the role that will own the objects.
 * The caller holds the migration lock.
 * @returns how many were applied.
 * @throws {StartError} one line: what `checkHistory` refuses, or the failing statement's file, line and message.
 */
export async function applyMigrations(
  client: Client,
  history: MigrationHistory,
  files: readonly MigrationFile[],
  log: Logger,
): Promise<number> {
  await client.query(history.create)
  const { rows: applied } = await client.query<AppliedMigration>(history.list)
  checkHistory(history, applied, files)
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

/**
 * Refuses a database whose applied migrations do not match the files.
 * @throws {StartError} one line: a database from before the first release, one newer than the files, or a changed file.
 */
export function checkHistory(
  history: MigrationHistory,
  applied: readonly AppliedMigration[],
  files: readonly MigrationFile[],
): void {
  if (applied.some(history.isUnreleased))
    throw new StartError(
      'The data was made by a version before the first release: export it with that version, or start afresh with an empty data directory or database',
    )
  for (const { version, checksum } of applied) {
    const file = files.find((candidate) => candidate.version === version)
    // Also one that sorts between today's versions: the version that knows it may have inserted it there.
    if (!file)
      throw new StartError(
        `The database is newer than this version of Bankside: it has migration ${version}, which is not among the files here. Start the version that applied it or a later one, or put the file back`,
      )
    if (checksum !== null && checksum !== file.checksum)
      throw new StartError(
        `${file.path} was changed after it was applied: restore it and write a new migration instead`,
      )
  }
}

async function applyOne(client: Client, history: MigrationHistory, file: MigrationFile): Promise<void> {
  try {
    // Settings of the file before, such as the empty search path of a dump.
    await client.query('reset all')
    await client.query('begin')
    await client.query(file.text)
    for (const { text, values } of history.record(file)) await client.query(text, values)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    const position = Number((error as { position?: string }).position)
    const line = position > 0 ? `:${[...file.text].slice(0, position).join('').split('\n').length}` : ''
    throw new StartError(`${file.path}${line}: ${messageOf(error)}`)
  }
}
