import pg, { type Client } from 'pg'
import { newClient } from '../db/client.ts'
import type { DatabaseTarget } from '../db/target.ts'
import { codeOf, messageOf } from '../kernel/errors.ts'

/** A connection of one run. */
export interface RunSession {
  pid: number
  /** Whether no other engine runs the job; its lock lasts as long as the connection. */
  isAlone: boolean
  /**
   * Runs the command.
   * @returns what the server says about it, e.g. `DELETE 3`.
   * @throws {Error} the server's, or that of a lost connection.
   */
  run(command: string): Promise<string>
  close(): Promise<void>
}

/** A role that can run no jobs. */
export class RunRefusedError extends Error {
  override name = 'RunRefusedError'
}

export interface RunSettings {
  /** The job's role. */
  username: string
  jobId: string
  /** For each statement of the command. */
  timeoutMs: number
}

/** Opens a connection for one run of a job; see {@link openRunSession}. */
export type OpenRunSession = (settings: RunSettings) => Promise<RunSession>

/**
 * Connects as a job's role. The role is the login of the connection, or one of the same power: a command may contain
 * `reset role`.
 * @throws {RunRefusedError} for a role that can run no jobs.
 * @throws {Error} when the database does not answer.
 */
export async function openRunSession(
  target: DatabaseTarget,
  { username, jobId, timeoutMs }: RunSettings,
): Promise<RunSession> {
  const isLogin = username === 'migrator'
  const login = isLogin
    ? target.as('migrator')
    : username === 'service_role'
      ? target.as('authenticator')
      : target.owner
  const client = newClient(login)
  await client.connect()
  try {
    // The owner's connection may do everything, so it serves superusers only.
    const { rows } = await client.query<{ pid: number; alone: boolean; allowed: boolean }>(
      `select pg_backend_pid() as pid,
              pg_try_advisory_lock(hashtextextended('cron.job ' || $1, 0)) as alone,
              $2 in ('migrator', 'service_role') or exists (select from pg_roles where rolname = $2 and rolsuper)
                as allowed`,
      [jobId, username],
    )
    const [{ pid, alone, allowed } = { pid: 0, alone: false, allowed: false }] = rows
    if (!allowed) throw new RunRefusedError(`jobs of the role "${username}" cannot be run`)
    // A server that notices late that its engine was killed would continue to run the command.
    await client.query(`set client_connection_check_interval = '2s'`).catch(tolerateUnsupported)
    await client.query(`set statement_timeout = ${timeoutMs}`)
    if (!isLogin) await client.query(`set role ${pg.escapeIdentifier(username)}`)
    return {
      pid,
      isAlone: alone,
      run: (command) => runOn(client, command),
      close: () => client.end(),
    }
  } catch (error) {
    await client.end()
    throw error
  }
}

/** `invalid_parameter_value`: a server on an operating system that cannot check connections. */
function tolerateUnsupported(error: unknown): void {
  if (codeOf(error) !== '22023') throw error
}

/** By the simple protocol, like pg_cron: one transaction for the whole text, and none for `vacuum`. */
async function runOn(client: Client, command: string): Promise<string> {
  return await new Promise((resolve, reject) => {
    const query = new pg.Query(command)
    // With a listener for them, rows are not collected: there may be any number.
    query.on('row', () => {})
    query.on('error', reject)
    query.on('end', (result) => {
      const last = Array.isArray(result) ? result.at(-1) : result
      resolve(describe(last ?? { command: '', rowCount: null }))
    })
    client.once('end', () => reject(new Error('the connection was lost')))
    client.query(query)
  })
}

function describe({ command, rowCount }: { command: string; rowCount: number | null }): string {
  if (command === 'SELECT') return rowCount === 1 ? '1 row' : `${rowCount ?? 0} rows`
  return rowCount === null ? command : `${command} ${rowCount}`
}

/** One line for `return_message`. */
export function failureText(error: unknown): string {
  return `ERROR: ${messageOf(error)}`.slice(0, 2_000)
}
