import type { Logger } from '../kernel/logger.ts'
import { CallerTurns } from './caller-turns.ts'
import { ConnectionLostError } from './errors.ts'
import { Listener } from './listener.ts'
import type { Database, RequestContext, Row, RunOptions, Statement } from './port.ts'
import { SessionPool } from './session-pool.ts'
import { SharedLane } from './shared-lane.ts'
import type { DatabaseTarget } from './target.ts'

/** More connections gain nothing on small machines: one answers thousands of requests a second. */
const SHARED_CONNECTIONS = 4
const SLOW_CONNECTIONS = 6
const OWNER_CONNECTIONS = 6

/** Limits of one caller, see {@link CallerTurns}, and of live changes. */
export interface DatabaseLimits {
  /** Concurrent statements of a caller whose statements are expensive. */
  statementsPerCaller: number
  /** Statements of a caller that may wait for their turn. */
  waitingPerCaller: number
  /** Connections of the `live` lane. */
  realtimeConnections: number
}

/** Opens the engine's connections: shared ones for requests, others for long or interactive work. */
export async function openDatabase(target: DatabaseTarget, log: Logger, limits: DatabaseLimits): Promise<Database> {
  // A caller whose costs are not known yet leaves one connection to the others.
  const turns = (connections: number) =>
    new CallerTurns({
      expensive: limits.statementsPerCaller,
      fresh: connections - 1,
      waiting: limits.waitingPerCaller,
    })
  const fast = new SharedLane(target.as('authenticator'), SHARED_CONNECTIONS, turns(SHARED_CONNECTIONS), log)
  const slow = new SessionPool(target.as('authenticator'), SLOW_CONNECTIONS, log, turns(SLOW_CONNECTIONS))
  const { realtimeConnections } = limits
  const live = new SharedLane(target.as('authenticator'), realtimeConnections, turns(realtimeConnections), log)
  const owner = new SessionPool(target.owner, OWNER_CONNECTIONS, log)
  const apart = new SessionPool(target.owner, 1, log)
  const listener = new Listener(target.owner, log)
  const onWrite = new Set<() => void>()
  const written = <T>(result: T): T => {
    for (const hear of onWrite) hear()
    return result
  }
  const mostOfAKind = Math.max(SHARED_CONNECTIONS, SLOW_CONNECTIONS, realtimeConnections)
  await Promise.all([fast.open(), live.open()])
  return {
    async runAs<R extends Row>(context: RequestContext, statement: Statement, options: RunOptions = {}): Promise<R[]> {
      const run = () => {
        options.signal?.throwIfAborted()
        if (options.lane === 'slow') return slow.runAs<R>(context, statement, options)
        return (options.lane === 'live' ? live : fast).run<R>(context, statement, options)
      }
      // What changes nothing may be repeated on another connection; each may have died unnoticed.
      const changesNothing = context.readOnly || context.rollback === true
      for (let left = changesNothing ? mostOfAKind : 0; left > 0; left -= 1)
        try {
          return await run()
        } catch (error) {
          if (!(error instanceof ConnectionLostError)) throw error
        }
      const rows = await run()
      return changesNothing ? rows : written(rows)
    },
    transactionAs: async (context, work) => written(await slow.transaction(work, context)),
    query: (text, values) => owner.query(text, values),
    queryApart: (text, signal) => apart.query(text, [], signal),
    transaction: async (work) => written(await owner.transaction(work)),
    onWrite(listener) {
      onWrite.add(listener)
      return () => onWrite.delete(listener)
    },
    listen: (channel, onMessage, onGap) => listener.listen(channel, { onMessage, onGap }),
    load: () => ({ fast: fast.load(), slow: slow.load(), live: live.load(), owner: owner.load(), apart: apart.load() }),
    async close() {
      await listener.close()
      await Promise.all([fast.close(), slow.close(), live.close(), owner.close(), apart.close()])
    },
  }
}
