// npm run gen: writes contract/src/database.types.ts and supabase/schema/ from the migrations. With --check it writes
// nothing and exits with 1 when a file is stale.
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { createLogger, findRoot, startEmbeddedPostgres } from '../engine/src/index.ts'
import { databaseTarget } from '../test-support/database.ts'
import { prepareByDomain } from './gen-schema/domains.ts'
import { readSchema } from './gen-schema/read-schema.ts'
import { writeDomains } from './gen-schema/write-domains.ts'
import { readCatalog } from './gen-types/catalog.ts'
import { emitTypes } from './gen-types/emit.ts'

const root = findRoot()
const TYPES = 'contract/src/database.types.ts'
const SCHEMA = 'supabase/schema'

/** The expected text of each file by path, from a throw-away PostgreSQL with the platform and all migrations. */
async function generate(): Promise<Map<string, string>> {
  const folder = mkdtempSync(join(tmpdir(), 'bankside-gen-'))
  chmodSync(folder, 0o755)
  const log = createLogger('warn')
  const postgres = await startEmbeddedPostgres(folder, log, ['fsync=off'])
  try {
    const target = databaseTarget(postgres.socketDirectory, 'postgres')
    const domains = await prepareByDomain(target, root, randomBytes(32).toString('base64url'), log)
    const client = new pg.Client(target.owner)
    await client.connect()
    try {
      const files = new Map([[TYPES, emitTypes(await readCatalog(client))]])
      for (const [name, text] of writeDomains(await readSchema(client), domains)) files.set(`${SCHEMA}/${name}`, text)
      return files
    } finally {
      await client.end()
    }
  } finally {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

const files = await generate()
const schema = join(root, SCHEMA)
const there = existsSync(schema) ? readdirSync(schema).map((name) => `${SCHEMA}/${name}`) : []
const gone = there.filter((path) => !files.has(path))
const read = (path: string) => (existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : '')
const stale = [...[...files].filter(([path, text]) => read(path) !== text).map(([path]) => path), ...gone]

if (process.argv.includes('--check')) {
  if (stale.length > 0) console.error(`stale: run npm run gen (${stale.join(', ')})`)
  process.exitCode = stale.length > 0 ? 1 : 0
} else {
  mkdirSync(schema, { recursive: true })
  for (const [path, text] of files) writeFileSync(join(root, path), text)
  for (const path of gone) rmSync(join(root, path))
}
