import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { cloneTemplate, databaseTarget, databaseUrl } from '../../../test-support/database.ts'

/** A database without an engine, so that nothing happens in it but what a test does. */
export interface SqlClub {
  /** As the owner, past every rule. */
  owner: pg.Client
  query<R extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<R[]>
  /** A new member. @returns the ID. */
  signUp(): Promise<string>
  /** A connection whose statements are those of a member, or of a guest without an ID. */
  as(userId?: string): Promise<pg.Client>
  /** A further connection as the owner. */
  connect(): Promise<pg.Client>
  /** Address of the database, as the owner. */
  databaseUrl: string
  close(): Promise<void>
}

/** Creates the database; rate limits are raised. */
export async function openSqlClub(): Promise<SqlClub> {
  const socketDirectory = inject('socketDirectory')
  const { database, drop } = await cloneTemplate(socketDirectory)
  const target = databaseTarget(socketDirectory, database).owner
  const clients: pg.Client[] = []
  const connect = async () => {
    const client = new pg.Client(target)
    // A test may end the connection from the other side.
    client.on('error', () => {})
    await client.connect()
    clients.push(client)
    return client
  }
  const owner = await connect()
  const query = async <R extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
    (await owner.query<R>(text, values)).rows
  await query('update private.settings set rate_limit_scale = 1000000')
  return {
    owner,
    query,
    connect,
    databaseUrl: databaseUrl(socketDirectory, database),
    async signUp() {
      const [id, name] = [randomUUID(), randomUUID().slice(0, 12)]
      await query(
        'insert into auth.users (id, email, raw_user_meta_data, email_confirmed_at) values ($1, $2, $3, now())',
        [id, `${name}@example.com`, { username: `angler-${name}` }],
      )
      return id
    },
    async as(userId) {
      const client = await connect()
      const role = userId ? 'authenticated' : 'anon'
      await client.query(
        `select set_config('request.jwt.claims', $1, false), set_config('search_path', 'public, extensions', false)`,
        [JSON.stringify({ sub: userId, role })],
      )
      await client.query(`set role ${role}`)
      return client
    },
    async close() {
      await Promise.all(clients.map((client) => client.end().catch(() => {})))
      await drop()
    },
  }
}
