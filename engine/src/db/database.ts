import { codeOf } from '../kernel/errors.ts'
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
/** Concurrent statements on each, so that none waits behind many. */
const TOGETHER = 2
/**
 * A statement that takes ten times as long as usual is begun again on a heavy connection, because others wait behind it;
 * but not in less than the first time, and always after the second (ms).
 */
const SHARED_MS = 250
const LONGEST_SHARED_MS = 1_000
const TIMES_USUAL = 10
/** As many as keep a small machine busy. */
const HEAVY_CONNECTIONS = 2
const SLOW_CONNECTIONS = 6
const OWNER_CONNECTIONS = 6

const QUERY_CANCELED = '57014'

/** Limits of one caller, see {@link CallerTurns}, and of live changes. */
export interface DatabaseLimits {
  /** Concurrent statements of a caller whose statements are expensive. */
  statementsPerCaller: number
  /** Statements of a caller that may wait for their turn. */
  waitingPerCaller: number
  /** Connections of the lanes `live` and `joins`. */
  realtimeConnections: number
  /** How long a statement may take on a shared connection in any case, by default 250 (ms). */
  sharedMs?: number | undefined
}

/** How many of the connections for live changes joins may use: half, so that changes do not wait for them. */
export function joinConnections(realtimeConnections: number): number {
  return Math.max(1, Math.floor(realtimeConnections / 2))
}

/** Opens the engine's connections: shared ones for requests, others for long or interactive work. */
export async function openDatabase(target: DatabaseTarget, log: Logger, limits: DatabaseLimits): Promise<Database> {
  const { statementsPerCaller: expensive, waitingPerCaller: waiting, realtimeConnections } = limits
  const authenticator = target.as('authenticator')
  // A caller whose costs are not known yet leaves connections to the others, and all callers in debt leave half of them.
  const limitsOf = (connections: number) => {
    const half = Math.ceil(connections / 2)
    return { expensive, fresh: Math.min(half + 1, connections - 1), indebted: half, waiting }
  }
  // On shared connections others stand behind a statement, so new accounts must not begin many at once.
  const most = SHARED_CONNECTIONS - 1
  const few = { fresh: most - 1, place: 2 * most, unprovenAtPlace: most - 1, unproven: most }
  const together = TOGETHER * SHARED_CONNECTIONS
  const turns = new CallerTurns({ ...limitsOf(SHARED_CONNECTIONS), ...few, together })
  const fast = new SharedLane(authenticator, SHARED_CONNECTIONS, turns, log)
  const slow = new SessionPool(authenticator, SLOW_CONNECTIONS, log, new CallerTurns(limitsOf(SLOW_CONNECTIONS)))
  const alone = { expensive: 1, fresh: 1, indebted: HEAVY_CONNECTIONS, waiting }
  const heavy = new SessionPool(
    authenticator,
    HEAVY_CONNECTIONS,
    log,
    new CallerTurns(alone, turns),
    target.sameMachine === true,
  )
  const reserved = realtimeConnections - joinConnections(realtimeConnections)
  const live = new SharedLane(
    authenticator,
    realtimeConnections,
    new CallerTurns(limitsOf(realtimeConnections)),
    log,
    reserved,
  )
  const owner = new SessionPool(target.owner, OWNER_CONNECTIONS, log)
  const apart = new SessionPool(target.owner, 1, log)
  const listener = new Listener(target.owner, log)
  const onWrite = new Set<() => void>()
  const written = <T>(result: T): T => {
    for (const hear of onWrite) hear()
    return result
  }
  const runQuickly = async <R extends Row>(context: RequestContext, statement: Statement, options: RunOptions) => {
    const { sharedMs = SHARED_MS } = limits
    const timeoutMs = Math.round(Math.max(sharedMs, Math.min(LONGEST_SHARED_MS, TIMES_USUAL * fast.usualMs)))
    try {
      return await fast.run<R>({ ...context, timeoutMs }, statement, options)
    } catch (error) {
      if (codeOf(error) !== QUERY_CANCELED) throw error
      options.signal?.throwIfAborted()
      return await heavy.runAs<R>(context, statement, options)
    }
  }
  const mostOfAKind = Math.max(SHARED_CONNECTIONS, SLOW_CONNECTIONS, realtimeConnections)
  await Promise.all([fast.open(), live.open()])
  return {
    async runAs<R extends Row>(context: RequestContext, statement: Statement, options: RunOptions = {}): Promise<R[]> {
      const run = () => {
        options.signal?.throwIfAborted()
        if (options.lane === 'slow') return slow.runAs<R>(context, statement, options)
        if (options.lane === 'heavy') return heavy.runAs<R>(context, statement, options)
        if (options.lane === 'live' || options.lane === 'joins') return live.run<R>(context, statement, options)
        return runQuickly<R>(context, statement, options)
      }
      // A statement that changes nothing may be repeated on another connection, because any connection may have been
      // lost unnoticed.
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
    load: () => ({
      fast: fast.load(),
      heavy: heavy.load(),
      slow: slow.load(),
      live: live.load(),
      owner: owner.load(),
      apart: apart.load(),
    }),
    async close() {
      await listener.close()
      await Promise.all([fast.close(), heavy.close(), slow.close(), live.close(), owner.close(), apart.close()])
    },
  }
}
