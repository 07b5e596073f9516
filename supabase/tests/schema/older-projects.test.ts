import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { databaseTarget, TEMPLATE } from '../../../test-support/database.ts'

// Projects created before 2026 grant everything in public to the API roles by default, new ones nothing. The migrations
// must result in the same rights on both.
const database = `older_${randomUUID().replaceAll('-', '')}`
const socket = inject('socketDirectory')

const filesOf = (folder: string) => {
  const directory = new URL(`../../../${folder}/`, import.meta.url)
  const names = readdirSync(directory).filter((name) => name.endsWith('.sql'))
  return names.sort().map((name) => readFileSync(new URL(name, directory), 'utf8'))
}

async function on<T>(name: string, user: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(databaseTarget(socket, name).as(user))
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

const rightsIn = (name: string) =>
  on(name, 'supabase_admin', async (client) => {
    const { rows } = await client.query(`
      select c.oid::regclass::text as object, a.grantee, a.privilege_type
      from pg_class as c, aclexplode(coalesce(c.relacl, acldefault('r', c.relowner))) as a
      where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace) and c.relkind in ('r', 'v', 'S')
      union all
      select p.oid::regprocedure::text, a.grantee, a.privilege_type
      from pg_proc as p, aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) as a
      where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace)
      order by 1, 2, 3`)
    return rows
  })

beforeAll(async () => {
  await on('postgres', 'supabase_admin', (client) => client.query(`create database ${database}`))
  await on(database, 'supabase_admin', async (client) => {
    for (const sql of filesOf('engine/migrations')) await client.query(sql)
    await client.query(`grant create, connect, temporary on database ${database} to migrator`)
    for (const kind of ['tables', 'sequences', 'functions']) {
      await client.query(
        `alter default privileges for role migrator in schema public grant all on ${kind} to anon, authenticated, service_role`,
      )
    }
    await client.query('alter default privileges for role migrator grant execute on functions to public')
  })
  await on(database, 'migrator', async (client) => {
    for (const sql of filesOf('supabase/migrations')) await client.query(sql)
  })
})
afterAll(() =>
  on('postgres', 'supabase_admin', (client) => client.query(`drop database if exists ${database} with (force)`)),
)

it('the migrations grant the same in a project that grants everything by default', async () => {
  const rights = await rightsIn(database)
  expect(rights.length).toBeGreaterThan(100)
  expect(rights).toEqual(await rightsIn(TEMPLATE))
})
