import type { Client } from 'pg'
import type { Person } from './people.ts'
import type { Pictures } from './pictures.ts'
import type { Rng } from './rng.ts'

export interface Member extends Person {
  id: string
  email: string
  joined: number
}

/** Input of every part of the demo. Times are milliseconds; `now` is the same for all parts. */
export interface Demo {
  db: Client
  rng: Rng
  now: number
  admin: Member
  /** All members but the admin, the highest balance first. */
  members: Member[]
  pictures: Pictures
  /** Stores a picture through the Storage API and returns its public address. */
  upload(bucket: string, folder: string, jpeg: Buffer): Promise<string>
}

export const HOUR = 3_600_000
export const DAY = 24 * HOUR

/** The time `days` ago (in the future when negative) in the database's format. */
export const ago = (demo: Pick<Demo, 'now'>, days: number) => new Date(demo.now - days * DAY).toISOString()

/** A member of the cast or the table by name. */
export function named(demo: Demo, username: string): Member {
  const found = demo.members.find((member) => member.username === username)
  if (!found) throw new Error(`no member is called ${username}`)
  return found
}

/** Inserts rows in their order; the columns are the keys of the first row. */
export async function insert(db: Client, table: string, rows: object[]): Promise<void> {
  if (rows.length === 0) return
  const columns = Object.keys(rows[0] as object).map((column) => `"${column}"`)
  await db.query(
    `insert into ${table} (${columns.join(', ')})
      select ${columns.join(', ')} from jsonb_populate_recordset(null::${table}, $1::jsonb)`,
    [JSON.stringify(rows)],
  )
}

/** Runs all of it in one transaction. */
export async function inTransaction(db: Client, work: () => Promise<void>): Promise<void> {
  await db.query('begin')
  try {
    await work()
    await db.query('commit')
  } catch (error) {
    await db.query('rollback')
    throw error
  }
}
