import { readFile, writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { Client } from 'pg'
import { readCatalog } from './gen-types/catalog.ts'
import { emitTypes } from './gen-types/emit.ts'

const TARGET = new URL('../contract/src/database.types.ts', import.meta.url)

const { values } = parseArgs({ options: { check: { type: 'boolean' }, url: { type: 'string' } } })
const client = new Client({ connectionString: values.url })
await client.connect()
const text = emitTypes(await readCatalog(client))
await client.end()
if (values.check) {
  if ((await readFile(TARGET, 'utf8').catch(() => '')) !== text) {
    console.error('contract/src/database.types.ts is stale: run npm run gen')
    process.exitCode = 1
  }
} else await writeFile(TARGET, text)
