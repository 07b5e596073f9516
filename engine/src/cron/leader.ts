import type { Client, ClientConfig } from 'pg'
import { newClient } from '../db/client.ts'
import type { Logger } from '../kernel/logger.ts'

// "bank", as for the other locks of the engine; the second part names the purpose.
const LOCK_KEY = [0x62616e6b, 4]

/** The leader gives a sign of life this often; one that gives none for so long loses the right. */
const BEAT_MS = 5_000
const SILENCE_MS = 30_000

/**
 * Ends the connection that has the right and is silent: its engine is frozen or unreachable, and the database has not
 * noticed. What the engine does when it thaws is refused by the turns of the jobs.
 */
const END_SILENT = `
select pg_terminate_backend(a.pid) as ended, a.pid
from pg_locks as l join pg_stat_activity as a on a.pid = l.pid
where l.locktype = 'advisory' and l.granted and l.objsubid = 2 and l.classid = $1 and l.objid = $2
  and l.database = (select d.oid from pg_database as d where d.datname = current_database())
  and a.state_change < clock_timestamp() - $3 * interval '1 ms'`

/** The right to run jobs, which one of several engines has: a lock of a connection that is used for nothing else. */
export interface Leadership {
  /**
   * Tries to get the right, or confirms it. The database frees it when this engine or the connection ends, and other
   * engines end the connection of one that gives no sign of life.
   * @throws {Error} when the database does not answer.
   */
  hold(): Promise<boolean>
  release(): Promise<void>
}

/** @param times how often the leader gives a sign of life, and after which silence it loses the right, in ms. */
export function createLeadership(
  settings: ClientConfig,
  log: Pick<Logger, 'warn'>,
  { beatMs = BEAT_MS, silenceMs = SILENCE_MS } = {},
): Leadership {
  let client: Client | undefined
  let isHeld = false
  let beats: NodeJS.Timeout | undefined

  const lose = () => {
    client = undefined
    isHeld = false
    clearInterval(beats)
  }

  const connect = async (): Promise<Client> => {
    const fresh = newClient(settings)
    fresh.once('end', () => {
      if (client === fresh) lose()
    })
    try {
      await fresh.connect()
    } catch (error) {
      void fresh.end()
      throw error
    }
    client = fresh
    return fresh
  }

  /** Each answer is a change of the connection's state, which other engines can see. */
  const beat = (connection: Client) => {
    let isWaiting = false
    beats = setInterval(() => {
      if (isWaiting) return
      isWaiting = true
      void connection
        .query('select')
        .catch(() => {})
        .finally(() => {
          isWaiting = false
        })
    }, beatMs)
    beats.unref()
  }

  return {
    async hold() {
      if (isHeld) return true
      const connection = client ?? (await connect())
      const { rows } = await connection.query<{ held: boolean }>(
        'select pg_try_advisory_lock($1, $2) as held',
        LOCK_KEY,
      )
      isHeld = client === connection && rows[0]?.held === true
      if (isHeld) beat(connection)
      else {
        const silent = await connection.query<{ pid: number }>(END_SILENT, [...LOCK_KEY, silenceMs])
        for (const { pid } of silent.rows)
          log.warn({ pid }, 'the engine that ran the scheduled jobs gives no sign of life; another one takes over')
      }
      return isHeld
    },
    async release() {
      const last = client
      lose()
      await last?.end()
    },
  }
}
