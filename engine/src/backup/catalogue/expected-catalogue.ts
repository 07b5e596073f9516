import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newClient } from '../../db/client.ts'
import { startEmbeddedPostgres } from '../../db/embedded-postgres.ts'
import { prepareDatabase } from '../../db/prepare-database.ts'
import { createLogger } from '../../kernel/logger.ts'
import { removeLeftovers } from '../leftovers.ts'
import { type Catalogue, readCatalogue } from './read-catalogue.ts'

// This database is deleted afterwards, so nothing needs to be synced to disk.
const THROW_AWAY = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  'shared_buffers=16MB',
]

const PREFIX = 'bankside-compare-'

/**
 * The schema that the migrations create, read from a new database in a temporary PostgreSQL, which needs some seconds
 * and 50 MB in the folder for temporary files.
 * @param root the checkout, which holds the migrations.
 * @param versions the migrations to apply.
 * @throws {StartError} when that PostgreSQL cannot run here.
 */
export async function expectedCatalogue(root: string, versions: ReadonlySet<string>): Promise<Catalogue> {
  removeLeftovers(tmpdir(), PREFIX)
  const folder = mkdtempSync(join(tmpdir(), PREFIX))
  // PostgreSQL may have to run as another account, which must be able to enter the folder.
  chmodSync(folder, 0o755)
  const log = createLogger('silent')
  try {
    const postgres = await startEmbeddedPostgres(folder, log, THROW_AWAY)
    try {
      await prepareDatabase(postgres.target, root, randomBytes(32).toString('base64url'), log, versions)
      const client = newClient(postgres.target.owner)
      await client.connect()
      return await readCatalogue(client).finally(() => client.end())
    } finally {
      await postgres.stop()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
