// Notes what a test file has used of its databases, before each is dropped: PostgreSQL counts the calls of functions and
// the rows of tables.
import { appendFileSync } from 'node:fs'
import pg from 'pg'

const NOTES = process.env.MUTANTS_TOUCHED
const USED = `
  select schemaname || '.' || funcname as name, calls::int as times from pg_stat_user_functions
  union all
  select schemaname || '.' || relname, (n_tup_ins + n_tup_upd + n_tup_del + coalesce(seq_scan, 0) + coalesce(idx_scan, 0))::int
  from pg_stat_user_tables`

type Query = (text: unknown, ...rest: unknown[]) => unknown
const prototype = pg.Client.prototype as unknown as { query: Query; noted?: boolean }

if (NOTES && !prototype.noted) {
  const { query } = prototype
  prototype.noted = true
  prototype.query = function noteFirst(this: pg.Client, text: unknown, ...rest: unknown[]) {
    const database = typeof text === 'string' ? /^drop database (test_\w+)/.exec(text)?.[1] : undefined
    if (!database) return query.call(this, text, ...rest)
    return note(this, database, NOTES).then(() => query.call(this, text, ...rest))
  }
}

async function note(server: pg.Client, database: string, notes: string): Promise<void> {
  const client = new pg.Client({ host: server.host, port: server.port, user: server.user ?? '', database })
  await client.connect()
  const { rows } = await client.query(USED)
  await client.end()
  appendFileSync(notes, `${JSON.stringify(rows)}\n`)
}
