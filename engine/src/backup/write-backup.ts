import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, open, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { Client, ClientConfig } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { newClient } from '../db/client.ts'
import type { StorageBackend } from '../storage/backend/port.ts'
import { BlobMissingError } from '../storage/backend/port.ts'
import { type ArchiveWriter, writeArchive } from './archive.ts'
import { type Difference, describeDifferences } from './catalogue/compare.ts'
import { foreignObjects } from './foreign-objects.ts'
import { removeLeftovers } from './leftovers.ts'
import { refuseLooserRules } from './looser-rules.ts'
import { type BackupTable, fileEntry, MANIFEST, type Manifest, tableEntry } from './manifest.ts'
import { backupTables, copyList } from './tables.ts'

const SNAPSHOT_ATTEMPTS = 20
const NEVER = new AbortController().signal
const STAGING = '.bankside-backup-'

export interface BackupOptions {
  /** The checkout, which holds the migrations. */
  root: string
  /**
   * What to do with objects that no migration created, which a restore would lose; `unchecked` does not look for them.
   */
  foreign: 'refuse' | 'leave out' | 'unchecked'
  /** Ends the backup. */
  signal?: AbortSignal
}

export interface BackupSummary {
  /** Rows of all tables. */
  rows: number
  /** Stored files. */
  files: number
  /** Size of the backup in bytes. */
  bytes: number
  /** What the backup lacks, because no migration created it. */
  left: readonly Difference[]
}

/** The database has objects that a restore could not bring back. */
export class ForeignObjectsError extends Error {
  override name = 'ForeignObjectsError'
  constructor(objects: readonly Difference[]) {
    super(`no migration ${describeDifferences(objects)}`)
  }
}

/**
 * Writes the database and the stored files into one tar file while the instance keeps running. The rows are those of
 * one snapshot, and every file that they name is included. Sessions, mailed links and the engine's keys are left out.
 * The file appears under its name only when it is complete.
 * @param owner connection settings of a role that may read everything.
 * @throws {ForeignObjectsError} when there are any and they are not to be left out.
 * @throws {LooserRulesError} when a constraint, unique index, column or type of a migration was removed or changed, or
 *   a table removed, also if that is to be left out.
 * @throws {Error} when the database, the file store or the disk fails, or the signal's reason; nothing is left behind
 *   then.
 */
export async function writeBackup(
  owner: ClientConfig,
  backend: StorageBackend,
  path: string,
  { root, foreign, signal = NEVER }: BackupOptions,
): Promise<BackupSummary> {
  const client = newClient(owner)
  await client.connect()
  let left: Difference[]
  try {
    left = foreign === 'unchecked' ? [] : await foreignObjects(client, root)
    if (left.length > 0 && foreign === 'refuse') throw new ForeignObjectsError(left)
    refuseLooserRules(left)
    signal.throwIfAborted()
  } catch (error) {
    await client.end()
    throw error
  }
  removeLeftovers(dirname(path), STAGING)
  const staging = await mkdtemp(join(dirname(path), STAGING))
  const draft = join(staging, 'backup.tar')
  const archive = writeArchive(draft)
  try {
    await client.query('set statement_timeout = 0')
    await client.query('set idle_in_transaction_session_timeout = 0')
    await archive.addText(MANIFEST, JSON.stringify(await describe(client, left), null, 2))
    const files = new FileCopy(client, backend, archive, signal)
    // Most of the work, before the snapshot; files removed meanwhile are not needed.
    await files.copyNew('skip')
    await openSnapshot(client, files)
    const tables = await backupTables(client, left)
    let rows = 0
    for (const table of tables) rows += await addTable(client, archive, table, staging, signal)
    await client.query('commit')
    await archive.finish()
    const { size } = await stat(draft)
    signal.throwIfAborted()
    await rename(draft, path)
    await syncFolder(dirname(path))
    return { rows, files: files.count, bytes: size, left }
  } finally {
    await archive.abandon()
    await client.end().catch(() => {})
    await rm(staging, { recursive: true, force: true })
  }
}

async function describe(client: Client, left: readonly Difference[]): Promise<Manifest> {
  const { rows } = await client.query<{ version: string }>(
    `select version from engine.migrations
      union all
     select version from supabase_migrations.schema_migrations
      order by version`,
  )
  return {
    format: 1,
    madeAt: new Date().toISOString(),
    migrations: rows.map(({ version }) => version),
    tables: await backupTables(client, left),
  }
}

/**
 * A file may be removed between the snapshot and its copy: then a newer snapshot, which no longer names it, replaces
 * this one. Files never change under their key, so the copies already made stay valid.
 */
async function openSnapshot(client: Client, files: FileCopy): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    await client.query('begin isolation level repeatable read read only')
    try {
      await files.copyNew('fail')
      return
    } catch (error) {
      await client.query('rollback')
      if (!(error instanceof BlobMissingError)) throw error
      if (attempt === SNAPSHOT_ATTEMPTS)
        throw new Error(`a stored file is missing, although a row names it: ${error.message}`)
    }
  }
}

/** Copies files into the archive, each once. */
class FileCopy {
  readonly #client: Client
  readonly #backend: StorageBackend
  readonly #archive: ArchiveWriter
  readonly #signal: AbortSignal
  readonly #copied = new Set<string>()

  constructor(client: Client, backend: StorageBackend, archive: ArchiveWriter, signal: AbortSignal) {
    this.#client = client
    this.#backend = backend
    this.#archive = archive
    this.#signal = signal
  }

  get count(): number {
    return this.#copied.size
  }

  /**
   * The files that the rows name now and that are not copied yet.
   * @throws {BlobMissingError} when one does not exist, unless missing ones are to be skipped.
   */
  async copyNew(missing: 'skip' | 'fail'): Promise<void> {
    const { rows } = await this.#client.query<{ version: string }>(
      'select version from storage.objects where version is not null order by version',
    )
    for (const { version } of rows) {
      this.#signal.throwIfAborted()
      if (this.#copied.has(version)) continue
      try {
        await this.#copy(version)
      } catch (error) {
        if (missing === 'fail' || !(error instanceof BlobMissingError)) throw error
      }
    }
  }

  async #copy(key: string): Promise<void> {
    const found = await this.#backend.stat(key)
    if (!found) throw new BlobMissingError(key)
    await this.#archive.add(fileEntry(key), found.size, await this.#backend.get(key))
    this.#copied.add(key)
  }
}

/** Writes to a file first, because a tar header needs the size. */
async function addTable(
  client: Client,
  archive: ArchiveWriter,
  table: BackupTable,
  staging: string,
  signal: AbortSignal,
): Promise<number> {
  const path = join(staging, 'table.gz')
  const rows = client.query(copyTo(`copy ${copyList(table)} to stdout`))
  await pipeline(rows, createGzip({ level: 6 }), createWriteStream(path, { mode: 0o600 }), { signal })
  const { size } = await stat(path)
  await archive.add(tableEntry(table), size, createReadStream(path))
  return rows.rowCount
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
