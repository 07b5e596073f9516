import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import type { Client } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { newClient } from '../db/client.ts'
import { prepareDatabase } from '../db/prepare-database.ts'
import type { DatabaseTarget } from '../db/target.ts'
import { codeOf, StartError } from '../kernel/errors.ts'
import type { Logger } from '../kernel/logger.ts'
import type { StorageBackend } from '../storage/backend/port.ts'
import { type ArchiveEntry, readArchive } from './archive.ts'
import { type Manifest, tableEntry } from './manifest.ts'
import { checkBackup } from './read-backup.ts'
import { advanceSequences, backupTables, brokenKeys, copyList, emptyTables } from './tables.ts'

export interface RestoreTarget {
  database: DatabaseTarget
  backend: StorageBackend
  /** Folder on the file store's disk, for files before they are moved in. */
  tempDir: string
  /** The checkout, which holds the migrations. */
  root: string
  jwtSecret: string
  log: Logger
}

/**
 * Restores a backup into an empty instance: the schema as it was when the backup was made, the files, then all rows in
 * one transaction without triggers, and finally the migrations made since. All members are signed out afterwards.
 * @returns the time of the backup (ISO 8601), and how many members and files were restored.
 * @throws {StartError} one line: a damaged backup, one of a later version or from before the first release, an instance
 *   that is not empty, rows for a table or column that no backup holds, a table or column that the backup lacks, rows
 *   that refer to missing ones.
 */
export async function restoreBackup(
  path: string,
  target: RestoreTarget,
): Promise<{ madeAt: string; members: number; files: number }> {
  const manifest = await checkBackup(path)
  const client = newClient(target.database.owner)
  await client.connect()
  try {
    await client.query('set statement_timeout = 0')
    await refuseUsed(client, manifest)
    await prepareDatabase(target.database, target.root, target.jwtSecret, target.log, new Set(manifest.migrations))
    await refuseOtherSchema(client, manifest)
    await refuseOtherTables(client, manifest)
    const files = await load(path, manifest, client, target)
    await prepareDatabase(target.database, target.root, target.jwtSecret, target.log)
    await client.query('analyze')
    const { rows } = await client.query<{ members: number }>('select count(*)::int as members from auth.users')
    return { madeAt: manifest.madeAt, members: rows[0]?.members ?? 0, files }
  } finally {
    await client.end().catch(() => {})
  }
}

async function refuseUsed(client: Client, manifest: Manifest): Promise<void> {
  const { rows } = await client.query<{ used: boolean }>(
    `select to_regclass('engine.migrations') is not null and to_regclass('auth.users') is not null as used`,
  )
  if (!rows[0]?.used) return
  const members = await client.query('select from auth.users limit 1')
  if (members.rowCount)
    throw new StartError('The database already has members: restore into a new DATA_DIR or an empty database')
  const newer = await client.query<{ version: string }>(
    `select version from (
       select version from engine.migrations
        union all
       select version from supabase_migrations.schema_migrations
     ) as applied where version <> all ($1) limit 1`,
    [manifest.migrations],
  )
  if (newer.rows[0])
    throw new StartError(
      `The database has migration ${newer.rows[0].version}, which the backup does not know: restore into a new one`,
    )
}

/** The files of this version may lack a migration that the backup's data needs. */
async function refuseOtherSchema(client: Client, manifest: Manifest): Promise<void> {
  const { rows } = await client.query<{ version: string }>(
    `select version from unnest($1::text[]) as wanted (version)
      where version not in (
        select version from engine.migrations
         union all
        select version from supabase_migrations.schema_migrations
      ) limit 1`,
    [manifest.migrations],
  )
  if (rows[0])
    throw new StartError(`The backup is newer than this version of Bankside: it has migration ${rows[0].version}`)
}

/**
 * A file names the tables that its rows go into, and the rows are written as a superuser: without this check a file from
 * elsewhere could add a job, a role or a session.
 */
async function refuseOtherTables(client: Client, manifest: Manifest): Promise<void> {
  const known = new Map(
    (await backupTables(client, [])).map((table) => [tableEntry(table), { ...table, columns: new Set(table.columns) }]),
  )
  const lackingColumns: string[] = []
  const others = manifest.tables.flatMap((table) => {
    const own = known.get(tableEntry(table))
    // Each table once, and by its own name: two names with dots in them can make the same entry.
    known.delete(tableEntry(table))
    const name = `${table.schema}.${table.name}`
    if (own?.schema !== table.schema || own.name !== table.name) return [name]
    const held = new Set(table.columns)
    lackingColumns.push(...[...own.columns].filter((column) => !held.has(column)).map((column) => `${name}.${column}`))
    return table.columns.filter((column) => !own.columns.has(column)).map((column) => `${name}.${column}`)
  })
  if (others.length > 0)
    throw new StartError(`The backup has rows for what is in no backup of this version: ${others.join(', ')}`)
  // Every table is in each backup of its schema, also an empty one: a missing one would be restored as empty.
  const lacking = [...known.values()].map(({ schema, name }) => `${schema}.${name}`)
  if (lacking.length > 0) throw new StartError(`The backup lacks tables: ${lacking.join(', ')}`)
  // A missing column would be restored as its default: nobody suspended, nothing hidden.
  if (lackingColumns.length > 0) throw new StartError(`The backup lacks columns: ${lackingColumns.join(', ')}`)
}

async function load(path: string, manifest: Manifest, client: Client, target: RestoreTarget): Promise<number> {
  const tables = new Map(manifest.tables.map((table) => [tableEntry(table), table]))
  await mkdir(target.tempDir, { recursive: true, mode: 0o700 })
  const staging = await mkdtemp(join(target.tempDir, 'restore-'))
  const files = new Set<string>()
  try {
    await begin(client)
    for await (const entry of readArchive(path)) {
      const [folder, key = ''] = entry.header.name.split('/')
      const table = tables.get(entry.header.name)
      if (table) await pipeline(entry, createGunzip(), client.query(copyFrom(`copy ${copyList(table)} from stdin`)))
      else if (folder === 'files') {
        await putFile(entry, key, target.backend, staging)
        files.add(key)
      } else entry.resume()
    }
    await refuseBrokenKeys(client, manifest)
    await refuseLostFiles(client, files)
    await forgetLinks(client)
    await advanceSequences(client)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  } finally {
    await rm(staging, { recursive: true, force: true })
  }
  return files.size
}

/** Without triggers: their effects are in the rows already and must not be repeated. */
async function begin(client: Client): Promise<void> {
  await client.query('begin')
  try {
    await client.query('set local session_replication_role = replica')
  } catch (error) {
    if (codeOf(error) !== '42501') throw error
    throw new StartError('A restore needs a superuser of the database (DATABASE_URL)')
  }
  await emptyTables(client)
}

/** Only a backup made with `--unchecked`, of a database whose foreign keys were removed, can have such rows. */
async function refuseBrokenKeys(client: Client, manifest: Manifest): Promise<void> {
  const broken = await brokenKeys(client, manifest.tables)
  if (broken.length > 0) throw new StartError(`The backup has rows that refer to missing ones: ${broken.join(', ')}`)
}

async function refuseLostFiles(client: Client, files: ReadonlySet<string>): Promise<void> {
  const { rows } = await client.query<{ version: string }>(
    'select version from storage.objects where version is not null',
  )
  const lost = rows.filter(({ version }) => !files.has(version)).length
  if (lost > 0) throw new StartError(`The backup lacks ${lost} of the stored files that its rows name`)
}

async function putFile(entry: ArchiveEntry, key: string, backend: StorageBackend, staging: string): Promise<void> {
  const path = join(staging, 'file')
  await pipeline(entry, createWriteStream(path, { mode: 0o600 }))
  await backend.putFile(key, path, 'application/octet-stream')
}

/** A link that was mailed before belongs to the previous instance. */
async function forgetLinks(client: Client): Promise<void> {
  await client.query(
    `update auth.users
        set confirmation_token = '', recovery_token = '', reauthentication_token = '',
            email_change = '', email_change_token_new = '', email_change_token_current = '',
            email_change_confirm_status = 0`,
  )
}
