import { join } from 'node:path'
import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { cloneTemplate, databaseTarget, databaseUrl } from '../../../../test-support/database.ts'
import { writeArchive } from '../../../src/backup/archive.ts'
import { type BackupTable, MANIFEST, tableEntry } from '../../../src/backup/manifest.ts'
import { restoreBackup } from '../../../src/backup/restore-backup.ts'
import { backupTables } from '../../../src/backup/tables.ts'
import { createLogger } from '../../../src/index.ts'
import type { StorageBackend } from '../../../src/storage/backend/port.ts'
import { cleanUp, temporaryFolder } from '../lifecycle/engine-process.ts'

const root = join(import.meta.dirname, '../../../..')
const socketDirectory = inject('socketDirectory')
let database: Awaited<ReturnType<typeof cloneTemplate>>
let owner: pg.Client
let migrations: string[]

beforeAll(async () => {
  database = await cloneTemplate(socketDirectory)
  owner = new pg.Client(databaseUrl(socketDirectory, database.database))
  await owner.connect()
  const { rows } = await owner.query(
    'select version from engine.migrations union all select version from supabase_migrations.schema_migrations',
  )
  migrations = rows.map(({ version }) => version)
})
afterAll(async () => {
  await owner?.end()
  await database?.drop()
  await cleanUp()
})

const nameOf = ({ schema, name }: BackupTable) => `${schema}.${name}`

/** The columns of a table in a backup, with values for some of them and NULL for the others, as a row of COPY. */
async function fullRow(schema: string, name: string, values: Record<string, string>) {
  const table = (await backupTables(owner, [])).find((one) => one.schema === schema && one.name === name)
  if (!table) throw new Error(`No table ${schema}.${name}`)
  return { table, row: `${table.columns.map((column) => values[column] ?? '\\N').join('\t')}\n` }
}

/** Restores a file that holds one row for the table, and every other table of a backup without rows. */
async function restore(table: BackupTable, row: string, lacking: readonly string[] = []) {
  const file = join(temporaryFolder(), 'made-up.tar')
  const archive = writeArchive(file)
  const others = (await backupTables(owner, [])).filter((other) => nameOf(other) !== nameOf(table))
  const tables = [table, ...others].filter((one) => !lacking.includes(nameOf(one)))
  const manifest = { format: 1, madeAt: '2026-11-01T00:00:00.000Z', migrations, tables }
  await archive.addText(MANIFEST, JSON.stringify(manifest))
  for (const one of tables) {
    const bytes = gzipSync(one === table ? row : '')
    await archive.add(tableEntry(one), bytes.length, Readable.from([bytes]))
  }
  await archive.finish()
  return await restoreBackup(file, {
    database: databaseTarget(socketDirectory, database.database),
    backend: {} as StorageBackend,
    tempDir: temporaryFolder(),
    root,
    jwtSecret: 'x'.repeat(32),
    log: createLogger('silent'),
  })
}

describe('a backup with rows for what no backup holds', () => {
  it.each<[string, BackupTable, string]>([
    [
      'cron.job',
      { schema: 'cron', name: 'job', columns: ['jobid', 'schedule', 'command', 'username', 'jobname'] },
      '900\t* * * * *\tselect 1\tpostgres\tnot-ours\n',
    ],
    ['vault.secrets', { schema: 'vault', name: 'secrets', columns: ['name', 'secret'] }, 'project_url\tx\n'],
    [
      'pg_catalog.pg_authid',
      { schema: 'pg_catalog', name: 'pg_authid', columns: ['oid', 'rolname'] },
      '99999\tmade_up\n',
    ],
    ['auth.sessions', { schema: 'auth', name: 'sessions', columns: ['id'] }, '00000000-0000-4000-8000-000000000000\n'],
    ['public.lakes.made_up', { schema: 'public.lakes', name: 'made_up', columns: ['id'] }, '1\n'],
    [
      'public.site_settings.id) from program',
      { schema: 'public', name: 'site_settings', columns: ['id) from program'] },
      '1\n',
    ],
  ])('is refused by name: %s', async (name, table, row) => {
    await expect(restore(table, row)).rejects.toThrow(
      `The backup has rows for what is in no backup of this version: ${name}`,
    )
    const { rows } = await owner.query(
      `select from cron.job where jobname = 'not-ours' union all select from auth.sessions
       union all select from pg_authid where rolname = 'made_up'`,
    )
    expect(rows).toEqual([])
  })

  it('is refused without a stored file that a row names', async () => {
    const { table, row } = await fullRow('storage', 'objects', {
      id: '00000000-0000-4000-8000-000000000001',
      name: 'a.webp',
      version: '00000000-0000-4000-8000-000000000000',
    })
    await expect(restore(table, row)).rejects.toThrow('The backup lacks 1 of the stored files that its rows name')
    expect((await owner.query('select from storage.objects')).rows).toEqual([])
  })

  const id = '10000000-0000-4000-8000-000000000001'
  const ada = { id, email: 'ada@example.com', is_sso_user: 'f', is_anonymous: 'f' }

  it('is refused without tables of its schema, by their names', async () => {
    const { table, row } = await fullRow('auth', 'users', ada)
    const lacking = ['private.audit_log', 'public.points_log']
    await expect(restore(table, row, lacking)).rejects.toThrow(`The backup lacks tables: ${lacking.join(', ')}`)
    expect((await owner.query('select from auth.users')).rows).toEqual([])
  })

  it('is refused without columns of its tables, by their names', async () => {
    const { table } = await fullRow('auth', 'users', ada)
    const columns = table.columns.filter((column) => !['banned_until', 'deleted_at'].includes(column))
    const row = `${columns.map((column) => ada[column as keyof typeof ada] ?? '\\N').join('\t')}\n`
    await expect(restore({ ...table, columns }, row)).rejects.toThrow(
      'The backup lacks columns: auth.users.banned_until, auth.users.deleted_at',
    )
    expect((await owner.query('select from auth.users')).rows).toEqual([])
  })

  it('is restored without them', async () => {
    const { table, row } = await fullRow('auth', 'users', ada)
    expect(await restore(table, row)).toMatchObject({ members: 1, files: 0 })
  })
})
