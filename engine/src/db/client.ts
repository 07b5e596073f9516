import pg, { type ClientConfig, type PoolConfig } from 'pg'
import { guardAnswers } from './guard-answers.ts'

/**
 * A `pg` client that always has a listener for errors. An error event without a listener ends the process, and a server
 * can send one at any moment: also between the answer and the turn in which a pool hands the connection over, and after
 * its return. `pg` itself rejects the running statements with the same error. An exception while it reads an answer ends
 * the connection only ({@link guardAnswers}).
 */
class ListenedClient extends pg.Client {
  constructor(settings?: string | ClientConfig) {
    super(settings)
    this.on('error', () => {})
    guardAnswers(this)
  }
}

/** The only way to open a single connection; its user does not have to listen for errors. */
export function newClient(settings: ClientConfig): pg.Client {
  return new ListenedClient(settings)
}

/** The only way to open a pool; users of its connections need not listen for errors. */
export function newPool(settings: PoolConfig): pg.Pool {
  const pool = new pg.Pool({ ...settings, Client: ListenedClient } as PoolConfig)
  pool.on('error', () => {})
  return pool
}
