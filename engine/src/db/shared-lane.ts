import type { Client, ClientConfig } from 'pg'
import { codeOf } from '../kernel/errors.ts'
import type { Logger } from '../kernel/logger.ts'
import { type CallerTurns, SLOW_MS } from './caller-turns.ts'
import { newClient } from './client.ts'
import { connectionFailure } from './connection-failure.ts'
import { ConnectionLostError, endsConnection, PoolTimeoutError } from './errors.ts'
import type { LaneLoad, RequestContext, Row, RunOptions, Statement } from './port.ts'
import { runTransaction } from './run-transaction.ts'
import { isStalePlan } from './stale-plan.ts'
import { isUnfitConnection, unfitConnection } from './unfit-connection.ts'
import { UsualDuration } from './usual-duration.ts'

const MAX_IN_FLIGHT = 32
const MAX_STATEMENTS = 500
const WAIT_LIMIT_MS = 10_000

interface Connection {
  client: Client
  /** Start times of the running requests, oldest first. */
  started: number[]
  /** When the last request ended. */
  ended: number
  /** Running requests of callers whose last statements were expensive. */
  expensive: number
  /** Running requests that may use a part of the connections only. */
  partial: number
  /** Whether it is not for those. */
  reserved: boolean
  names: Set<string>
  retired: boolean
}

interface Waiter {
  isPartial: boolean
  resolve(connection: Connection): void
  reject(error: Error): void
  timer: NodeJS.Timeout
}

/**
 * A few connections that all requests share: each request is one write and one read, answered in order. Some connections
 * may be reserved: requests of the lane `joins` use the others only, and other requests do not wait behind them.
 */
export class SharedLane {
  private readonly settings: ClientConfig
  private readonly size: number
  private readonly reserved: number
  private readonly log: Logger
  private readonly turns: CallerTurns
  private readonly usual = new UsualDuration()
  private readonly connections = new Set<Connection>()
  private readonly waiters: Waiter[] = []
  private opening = 0
  private closed = false

  /** @param reserved connections that requests of the lane `joins` do not use. */
  constructor(settings: ClientConfig, size: number, turns: CallerTurns, log: Logger, reserved = 0) {
    this.settings = settings
    this.size = size
    this.reserved = reserved
    this.turns = turns
    this.log = log
  }

  /** Opens all connections, so that the first request need not wait for it. */
  async open(): Promise<void> {
    await Promise.all(Array.from({ length: this.size }, () => this.add()))
  }

  async run<R extends Row>(context: RequestContext, statement: Statement, options: RunOptions): Promise<R[]> {
    try {
      return await this.runOnce<R>(context, statement, options).catch((error) => {
        // The statement was refused before it ran, because of what this connection had prepared: a plan from before
        // a migration, or one whose first use failed. The whole transaction was rolled back, so it may be repeated.
        if (statement.name === undefined || !isStalePlan(error)) throw error
        return this.runOnce<R>(context, { ...statement, name: undefined }, options)
      })
    } catch (error) {
      throw isUnfitConnection(error, context.readOnly) ? unfitConnection(error) : error
    }
  }

  /** How long a statement of the lane takes at present (ms). */
  get usualMs(): number {
    return this.usual.ms
  }

  load(): LaneLoad {
    const busy = [...this.connections].reduce((sum, { started }) => sum + started.length, 0)
    return { connections: this.connections.size, busy, waiting: this.waiters.length + this.turns.waiting }
  }

  async close(): Promise<void> {
    this.closed = true
    for (const waiter of this.waiters.splice(0)) {
      clearTimeout(waiter.timer)
      waiter.reject(new PoolTimeoutError('the database connections are closed'))
    }
    await Promise.all([...this.connections].map(({ client }) => client.end()))
  }

  private async runOnce<R extends Row>(
    context: RequestContext,
    statement: Statement,
    { caller, place, signal, lane }: RunOptions,
  ): Promise<R[]> {
    const isPartial = lane === 'joins'
    const turn = caller === undefined ? undefined : this.turns.enter(caller, signal, place)
    if (turn !== undefined) await turn
    let heldMs = 0
    try {
      const connection = this.free(isPartial) ?? (await this.wait(isPartial))
      const expensive = caller !== undefined && this.turns.isExpensive(caller) ? 1 : 0
      const start = performance.now()
      connection.started.push(start)
      connection.expensive += expensive
      connection.partial += isPartial ? 1 : 0
      if (statement.name !== undefined) connection.names.add(statement.name)
      try {
        return await runTransaction<R>(connection.client, context, statement)
      } catch (error) {
        const failure = connectionFailure(error)
        const unfit = isStalePlan(error) || isUnfitConnection(error, context.readOnly)
        // The write may fail before the connection reports its end: no other request may use the connection.
        if (unfit || endsConnection(failure)) this.retire(connection)
        throw failure
      } finally {
        const end = performance.now()
        // The time of earlier requests on the same connection does not count.
        heldMs = end - Math.max(start, connection.ended)
        this.usual.add(heldMs)
        connection.ended = end
        connection.expensive -= expensive
        connection.partial -= isPartial ? 1 : 0
        connection.started.splice(connection.started.indexOf(start), 1)
        if (connection.names.size > MAX_STATEMENTS) this.retire(connection)
        if (connection.retired && connection.started.length === 0) void connection.client.end()
        this.serve()
      }
    } finally {
      if (caller !== undefined) this.turns.leave(caller, heldMs, place)
    }
  }

  /**
   * The least busy connection; one that is held up, or for other requests by a join, is chosen only when all others are,
   * too, and one with a statement of a caller who is known for expensive ones only after those: on a machine without a
   * free processor every statement takes long.
   */
  private free(isPartial: boolean): Connection | undefined {
    const now = performance.now()
    let best: Connection | undefined
    let bestCost = Number.POSITIVE_INFINITY
    for (const connection of this.connections) {
      const { length, 0: oldest } = connection.started
      if (connection.retired || length >= MAX_IN_FLIGHT || (isPartial && connection.reserved)) continue
      const isSlow = oldest !== undefined && now - oldest > SLOW_MS
      const heldUp = isSlow || (!isPartial && this.reserved > 0 && connection.partial > 0)
      const tier = connection.expensive > 0 ? 2 : heldUp ? 1 : 0
      // Of two that are idle, the reserved one: a join may come for the other.
      const cost = length + tier * MAX_IN_FLIGHT + (this.reserved > 0 && !connection.reserved ? 0.5 : 0)
      if (cost < bestCost) {
        best = connection
        bestCost = cost
      }
    }
    return best
  }

  private wait(isPartial: boolean): Promise<Connection> {
    if (this.closed) return Promise.reject(new PoolTimeoutError('the database connections are closed'))
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        isPartial,
        resolve,
        reject,
        timer: setTimeout(() => {
          this.waiters.splice(this.waiters.indexOf(waiter), 1)
          reject(new PoolTimeoutError('no database connection became free in time'))
        }, WAIT_LIMIT_MS),
      }
      this.waiters.push(waiter)
      this.replenish()
    })
  }

  private serve(): void {
    while (this.waiters.length > 0) {
      const forAny = this.free(false)
      const forJoins = this.reserved > 0 ? this.free(true) : forAny
      // The oldest that a connection is free for.
      const place = this.waiters.findIndex(({ isPartial }) => (isPartial ? forJoins : forAny) !== undefined)
      const [waiter] = place < 0 ? [] : this.waiters.splice(place, 1)
      const connection = waiter?.isPartial ? forJoins : forAny
      if (!waiter || !connection) break
      clearTimeout(waiter.timer)
      waiter.resolve(connection)
      // The waiter continues in a later microtask; until then its place must not be given away again.
      if (connection.started.length + 1 >= MAX_IN_FLIGHT) return void queueMicrotask(() => this.serve())
    }
    this.replenish()
  }

  private retire(connection: Connection): void {
    connection.retired = true
    // Of one that could not be opened, the end comes after the failure. Another attempt at once would fail as well, and
    // so on without a pause: the next request makes it.
    if (this.connections.delete(connection)) this.replenish()
  }

  private replenish(): void {
    while (!this.closed && this.connections.size + this.opening < this.size) {
      this.add().then(
        () => this.serve(),
        (error) => this.failWaiters(connectionFailure(error)),
      )
    }
  }

  private failWaiters(error: Error): void {
    if (this.connections.size > 0) return
    for (const waiter of this.waiters.splice(0)) {
      clearTimeout(waiter.timer)
      waiter.reject(error)
    }
  }

  private async add(): Promise<void> {
    this.opening += 1
    try {
      const client = newClient({ ...this.settings, pipeline: true })
      const connection: Connection = {
        client,
        started: [],
        ended: 0,
        expensive: 0,
        partial: 0,
        reserved: false,
        names: new Set(),
        retired: false,
      }
      client.on('error', (error) => {
        this.log.warn({ code: codeOf(error) }, 'a database connection was lost')
        this.retire(connection)
      })
      client.once('end', () => this.retire(connection))
      await client.connect()
      if (this.closed) return void (await client.end())
      // Ended in the packet that opened it: if it counted as open, it would take the place of a live one.
      if (connection.retired) throw new ConnectionLostError('the connection was ended as soon as it was open')
      connection.reserved = [...this.connections].filter(({ reserved }) => reserved).length < this.reserved
      this.connections.add(connection)
    } finally {
      this.opening -= 1
    }
  }
}
