// npm run gen: writes contract/src/database.types.ts from the migrations. With --check it writes nothing and exits
// with 1 when the file is stale.
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { createLogger, findRoot, prepareDatabase, startEmbeddedPostgres } from '../engine/src/index.ts'
import { databaseTarget } from '../test-support/database.ts'
import { type Catalog, readCatalog } from './gen-types/catalog.ts'
import { emitTypes } from './gen-types/emit.ts'

const TARGET = new URL('../contract/src/database.types.ts', import.meta.url)

/** Reads the catalogue of a throw-away PostgreSQL with the platform and all migrations in it. */
async function catalogOfMigrations(): Promise<Catalog> {
  const folder = mkdtempSync(join(tmpdir(), 'bankside-gen-'))
  chmodSync(folder, 0o755)
  const log = createLogger('warn')
  const postgres = await startEmbeddedPostgres(folder, log, ['fsync=off'])
  try {
    const target = databaseTarget(postgres.socketDirectory, 'postgres')
    await prepareDatabase(target, findRoot(), randomBytes(32).toString('base64url'), log)
    const client = new pg.Client(target.owner)
    await client.connect()
    try {
      return await readCatalog(client)
    } finally {
      await client.end()
    }
  } finally {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } })
const text = emitTypes(await catalogOfMigrations())
const stale = (await readFile(TARGET, 'utf8').catch(() => '')) !== text
if (!values.check) await writeFile(TARGET, text)
else if (stale) {
  console.error('contract/src/database.types.ts is stale: run npm run gen')
  process.exitCode = 1
}
