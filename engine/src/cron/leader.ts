import type { Client, ClientConfig } from 'pg'
import { newClient } from '../db/client.ts'

// "bank", as for the other locks of the engine; the second part names the purpose.
const LOCK_KEY = [0x62616e6b, 4]

/** The right to run jobs, which one of several engines has: a lock of a connection that is used for nothing else. */
export interface Leadership {
  /**
   * Tries to get the right, or confirms it. The database frees it when this engine or the connection ends.
   * @throws {Error} when the database does not answer.
   */
  hold(): Promise<boolean>
  release(): Promise<void>
}

export function createLeadership(settings: ClientConfig): Leadership {
  let client: Client | undefined
  let isHeld = false

  const connect = async (): Promise<Client> => {
    const fresh = newClient(settings)
    fresh.once('end', () => {
      if (client !== fresh) return
      client = undefined
      isHeld = false
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

  return {
    async hold() {
      if (isHeld) return true
      const connection = client ?? (await connect())
      const { rows } = await connection.query<{ held: boolean }>(
        'select pg_try_advisory_lock($1, $2) as held',
        LOCK_KEY,
      )
      isHeld = client === connection && rows[0]?.held === true
      return isHeld
    },
    async release() {
      const last = client
      client = undefined
      isHeld = false
      await last?.end()
    },
  }
}
