import type { Client } from 'pg'

/** A database without one of its guards, or with a guard that was moved by one. */
export interface Mutant {
  kind: string
  /** What was changed, unique among all mutants. */
  name: string
  /** Qualified names of the tables and functions that a test has to use to notice it; the changed one comes first. */
  touches: string[]
  /** The code of the refusal that is left out. */
  code?: string | undefined
  /** The statements that make it from the template. */
  sql: string
}

/** The schemas whose guards are ours, as a list of SQL. */
export const SCHEMAS = `('public', 'private')`

export const rowsOf = async <Row extends object>(db: Client, sql: string): Promise<Row[]> => (await db.query(sql)).rows
