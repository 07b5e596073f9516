import type { Logger } from '../kernel/logger.ts'
import { CallerTurns } from './caller-turns.ts'
import { ConnectionLostError } from './errors.ts'
import { Listener } from './listener.ts'
import type { Database, RequestContext, Row, RunOptions, Statement } from './port.ts'
import { SessionPool } from './session-pool.ts'
import { SharedLane } from './shared-lane.ts'
import type { DatabaseTarget } from './target.ts'

/** More than this gains nothing on small machines: a connection answers thousands of requests a second. */
const SHARED_CONNECTIONS = 4
const SLOW_CONNECTIONS = 6
const OWNER_CONNECTIONS = 6

/** What one caller may have under way, see {@link CallerTurns}, and what live changes may take. */
export interface DatabaseLimits {
  /** Statements at once while the caller's are dear. */
  statementsPerCaller: number
  /** Statements that wait for their turn. */
  waitingPerCaller: number
  /** Connections of the `live` lane. */
  realtimeConnections: number
}

/** Opens the engine's connections: shared ones for requests, others for long or interactive work. */
export async function openDatabase(target: DatabaseTarget, log: Logger, limits: DatabaseLimits): Promise<Database> {
  // Somebody of whom nothing is known yet leaves one connection to the others.
  const turns = (connections: number) =>
    new CallerTurns({
      dear: limits.statementsPerCaller,
      fresh: connections - 1,
      waiting: limits.waitingPerCaller,
    })
  const fast = new SharedLane(target.as('authenticator'), SHARED_CONNECTIONS, turns(SHARED_CONNECTIONS), log)
  const slow = new SessionPool(target.as('authenticator'), SLOW_CONNECTIONS, log, turns(SLOW_CONNECTIONS))
  const { realtimeConnections } = limits
  const live = new SharedLane(target.as('authenticator'), realtimeConnections, turns(realtimeConnections), log)
  const owner = new SessionPool(target.owner, OWNER_CONNECTIONS, log)
  const listener = new Listener(target.owner, log)
  const mostOfAKind = Math.max(SHARED_CONNECTIONS, SLOW_CONNECTIONS, realtimeConnections)
  await Promise.all([fast.open(), live.open()])
  return {
    async runAs<R extends Row>(context: RequestContext, statement: Statement, options: RunOptions = {}): Promise<R[]> {
      const run = () => {
        options.signal?.throwIfAborted()
        if (options.lane === 'slow') return slow.runAs<R>(context, statement, options)
        return (options.lane === 'live' ? live : fast).run<R>(context, statement, options)
      }
      // A read has changed nothing, so it may be asked again of connections that live; each may have died unnoticed.
      for (let left = context.readOnly ? mostOfAKind : 0; left > 0; left -= 1)
        try {
          return await run()
        } catch (error) {
          if (!(error instanceof ConnectionLostError)) throw error
        }
      return await run()
    },
    transactionAs: (context, work) => slow.transaction(work, context),
    query: (text, values) => owner.query(text, values),
    transaction: (work) => owner.transaction(work),
    listen: (channel, onMessage, onGap) => listener.listen(channel, { onMessage, onGap }),
    load: () => ({ fast: fast.load(), slow: slow.load(), live: live.load(), owner: owner.load() }),
    async close() {
      await listener.close()
      await Promise.all([fast.close(), slow.close(), live.close(), owner.close()])
    },
  }
}
