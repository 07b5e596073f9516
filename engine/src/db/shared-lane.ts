import pg, { type Client, type ClientConfig } from 'pg'
import { codeOf } from '../kernel/errors.ts'
import type { Logger } from '../kernel/logger.ts'
import { type CallerTurns, DEAR_MS } from './caller-turns.ts'
import { connectionFailure } from './connection-failure.ts'
import { ConnectionLostError, PoolTimeoutError } from './errors.ts'
import type { LaneLoad, RequestContext, Row, RunOptions, Statement } from './port.ts'
import { runTransaction } from './run-transaction.ts'
import { isStalePlan } from './stale-plan.ts'

const MAX_IN_FLIGHT = 32
const MAX_STATEMENTS = 500
const WAIT_LIMIT_MS = 10_000

interface Connection {
  client: Client
  /** Start times of the requests under way, oldest first. */
  started: number[]
  /** When the last request ended. */
  ended: number
  /** Requests under way whose callers are known for dear statements. */
  dear: number
  names: Set<string>
  retired: boolean
}

interface Waiter {
  resolve(connection: Connection): void
  reject(error: Error): void
  timer: NodeJS.Timeout
}

/** A few connections that all requests share: each request is one write and one read, answered in order. */
export class SharedLane {
  private readonly settings: ClientConfig
  private readonly size: number
  private readonly log: Logger
  private readonly turns: CallerTurns
  private readonly connections = new Set<Connection>()
  private readonly waiters: Waiter[] = []
  private opening = 0
  private closed = false

  constructor(settings: ClientConfig, size: number, turns: CallerTurns, log: Logger) {
    this.settings = settings
    this.size = size
    this.turns = turns
    this.log = log
  }

  /** Opens all connections; the first request would otherwise pay for it. */
  async open(): Promise<void> {
    await Promise.all(Array.from({ length: this.size }, () => this.add()))
  }

  async run<R extends Row>(context: RequestContext, statement: Statement, options: RunOptions): Promise<R[]> {
    try {
      return await this.runOnce(context, statement, options)
    } catch (error) {
      // The statement was refused before it ran, because of what this connection had prepared: a plan from before
      // a migration, or one whose first use failed. The whole transaction was rolled back, so once more is safe.
      if (statement.name === undefined || !isStalePlan(error)) throw error
      return await this.runOnce(context, { ...statement, name: undefined }, options)
    }
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
    { caller, signal }: RunOptions,
  ): Promise<R[]> {
    const turn = caller === undefined ? undefined : this.turns.enter(caller, signal)
    if (turn !== undefined) await turn
    let heldMs = 0
    try {
      const connection = this.free() ?? (await this.wait())
      const dear = caller !== undefined && this.turns.isDear(caller) ? 1 : 0
      const start = performance.now()
      connection.started.push(start)
      connection.dear += dear
      if (statement.name !== undefined) connection.names.add(statement.name)
      try {
        return await runTransaction<R>(connection.client, context, statement)
      } catch (error) {
        const failure = connectionFailure(error)
        // A dead connection may hear of its end later than of the write that failed: nobody shall be given it again.
        if (isStalePlan(error) || failure instanceof ConnectionLostError) this.retire(connection)
        throw failure
      } finally {
        const end = performance.now()
        // What stood in front of it on the same connection is not its own doing.
        heldMs = end - Math.max(start, connection.ended)
        connection.ended = end
        connection.dear -= dear
        connection.started.splice(connection.started.indexOf(start), 1)
        if (connection.names.size > MAX_STATEMENTS) this.retire(connection)
        if (connection.retired && connection.started.length === 0) void connection.client.end()
        this.serve()
      }
    } finally {
      if (caller !== undefined) this.turns.leave(caller, heldMs)
    }
  }

  /** The connection with the least to do; one that is held up by a dear statement only when all are like that. */
  private free(): Connection | undefined {
    const now = performance.now()
    let best: Connection | undefined
    let bestCost = Number.POSITIVE_INFINITY
    for (const connection of this.connections) {
      const { length, 0: oldest } = connection.started
      if (connection.retired || length >= MAX_IN_FLIGHT) continue
      const heldUp = connection.dear > 0 || (oldest !== undefined && now - oldest > DEAR_MS)
      const cost = length + (heldUp ? MAX_IN_FLIGHT : 0)
      if (cost < bestCost) {
        best = connection
        bestCost = cost
      }
    }
    return best
  }

  private wait(): Promise<Connection> {
    if (this.closed) return Promise.reject(new PoolTimeoutError('the database connections are closed'))
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
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
      const connection = this.free()
      const waiter = connection && this.waiters.shift()
      if (!waiter) break
      clearTimeout(waiter.timer)
      waiter.resolve(connection)
      // The waiter goes on in a later microtask, before which the same room must not be given away again.
      if (connection.started.length + 1 >= MAX_IN_FLIGHT) return void queueMicrotask(() => this.serve())
    }
    this.replenish()
  }

  private retire(connection: Connection): void {
    if (connection.retired) return
    connection.retired = true
    this.connections.delete(connection)
    this.replenish()
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
      const client = new pg.Client({ ...this.settings, pipeline: true })
      const connection: Connection = { client, started: [], ended: 0, dear: 0, names: new Set(), retired: false }
      client.on('error', (error) => {
        this.log.warn({ code: codeOf(error) }, 'a database connection was lost')
        this.retire(connection)
      })
      client.once('end', () => this.retire(connection))
      await client.connect()
      if (this.closed) return void (await client.end())
      this.connections.add(connection)
    } finally {
      this.opening -= 1
    }
  }
}
