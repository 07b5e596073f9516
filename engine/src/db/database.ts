import type { Logger } from '../kernel/logger.ts'
import { Listener } from './listener.ts'
import type { Database } from './port.ts'
import { SessionPool } from './session-pool.ts'
import { SharedLane } from './shared-lane.ts'
import type { DatabaseTarget } from './target.ts'

/** More than this gains nothing on small machines: a connection answers thousands of requests a second. */
const SHARED_CONNECTIONS = 4
const SLOW_CONNECTIONS = 6
const OWNER_CONNECTIONS = 6

/** Opens the engine's connections: shared ones for requests, others for long or interactive work. */
export async function openDatabase(target: DatabaseTarget, log: Logger): Promise<Database> {
  const fast = new SharedLane(target.as('authenticator'), SHARED_CONNECTIONS, log)
  const slow = new SessionPool(target.as('authenticator'), SLOW_CONNECTIONS, log)
  const owner = new SessionPool(target.owner, OWNER_CONNECTIONS, log)
  const listener = new Listener(target.owner, log)
  await fast.open()
  return {
    async runAs(context, statement, options = {}) {
      options.signal?.throwIfAborted()
      return options.lane === 'slow' ? await slow.runAs(context, statement) : await fast.run(context, statement)
    },
    transactionAs: (context, work) => slow.transaction(work, context),
    query: (text, values) => owner.query(text, values),
    transaction: (work) => owner.transaction(work),
    listen: (channel, onMessage, onGap) => listener.listen(channel, { onMessage, onGap }),
    async close() {
      await listener.close()
      await Promise.all([fast.close(), slow.close(), owner.close()])
    },
  }
}
