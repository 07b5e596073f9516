import type { Client, ClientConfig } from 'pg'
import { codeOf } from '../../kernel/errors.ts'
import { newClient } from '../client.ts'

// Two-part advisory lock key; the first part spells "bank".
const LOCK_CLASS = 0x62616e6b
const LOCK_OBJECT = 1

/**
 * The process ID of the engine that holds this database, if there is one. Only reads: taking the lock even for a moment
 * would make a starting engine believe that it is the second one.
 */
export async function instanceHolder(owner: ClientConfig): Promise<string | undefined> {
  const client = newClient({ ...owner, connectionTimeoutMillis: 1000 })
  await client.connect()
  try {
    const { rows } = await client.query<{ holder: string }>(
      `select a.application_name as holder
         from pg_locks as l join pg_stat_activity as a on a.pid = l.pid
        where l.locktype = 'advisory' and l.granted and l.classid = $1::bigint::oid and l.objid = $2::bigint::oid`,
      [LOCK_CLASS, LOCK_OBJECT],
    )
    return rows[0]?.holder.replace(/^bankside:/, '')
  } finally {
    await client.end()
  }
}

/**
 * Takes the lock that marks this engine as the one on its cluster, for as long as the connection lives.
 * @returns the connection that holds it, or undefined when another engine has it.
 */
export async function takeInstanceLock(owner: ClientConfig): Promise<Client | undefined> {
  const client = newClient(owner)
  await client.connect()
  const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1, $2) as taken', [
    LOCK_CLASS,
    LOCK_OBJECT,
  ])
  if (rows[0]?.taken) return client
  await client.end()
  return undefined
}

/** True for the failures of a server that has not finished starting. */
export function isNotReadyYet(error: unknown): boolean {
  return ['57P03', 'ENOENT', 'ECONNREFUSED', 'ECONNRESET'].includes(codeOf(error) ?? '')
}
