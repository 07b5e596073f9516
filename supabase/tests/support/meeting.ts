import type { Client, QueryResult } from 'pg'
import type { SqlClub } from './sql-club.ts'

/** SQL with its values. */
export type Statement = readonly [text: string, values?: readonly unknown[]]

interface Meeting {
  /** The connection whose transaction is open, and what it does before the other one begins. */
  holder: Client
  holds: readonly Statement[]
  /** What it does then, before its commit. */
  adds?: readonly Statement[]
  comer: Client
  comes: Statement
}

/**
 * Runs a statement while another transaction is open. The transaction goes on when the statement waits for it or has
 * ended, so every run takes the same course.
 * @returns the answer to the statement.
 */
export async function meet(club: SqlClub, { holder, holds, adds = [], comer, comes }: Meeting): Promise<QueryResult> {
  const pid = (await comer.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid
  const isWaiting = async () =>
    (await club.query('select where cardinality(pg_blocking_pids($1)) > 0', [pid])).length === 1
  await holder.query('begin')
  try {
    for (const statement of holds) await run(holder, statement)
    let hasEnded = false
    const answer = run(comer, comes).finally(() => {
      hasEnded = true
    })
    answer.catch(() => {})
    while (!hasEnded && !(await isWaiting()));
    for (const statement of adds) await run(holder, statement)
    await holder.query('commit')
    return await answer
  } catch (error) {
    await holder.query('rollback')
    throw error
  }
}

export const run = (client: Client, [text, values = []]: Statement): Promise<QueryResult> =>
  client.query(text, [...values])
