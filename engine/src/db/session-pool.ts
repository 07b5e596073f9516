import { setPriority } from 'node:os'
import type { ClientConfig, Pool, PoolClient, PoolConfig } from 'pg'
import { codeOf } from '../kernel/errors.ts'
import type { Logger } from '../kernel/logger.ts'
import type { CallerTurns } from './caller-turns.ts'
import { newPool } from './client.ts'
import { connectionFailure } from './connection-failure.ts'
import { endsConnection } from './errors.ts'
import type { LaneLoad, RequestContext, Row, RunOptions, Statement, Transaction } from './port.ts'
import { beginText, setConfigText, transactionSettings } from './role-settings.ts'
import { runTransaction, streamOf } from './run-transaction.ts'
import { isStalePlan } from './stale-plan.ts'
import { isUnfitConnection, unfitConnection } from './unfit-connection.ts'

/** Statements that one connection keeps prepared; others are planned at each use. */
const MAX_STATEMENTS = 200

/** Connections that one piece of work holds alone until it is done. */
export class SessionPool {
  private readonly pool: Pool
  private readonly turns: CallerTurns | undefined
  /** The statements that each connection has prepared. Planning a write costs more than running it. */
  private readonly names = new WeakMap<PoolClient, Set<string>>()
  /** Connections that must not be used again: lost ones, and those with plans from before a migration. */
  private readonly spent = new WeakSet<PoolClient>()

  /**
   * @param yielding whether the database's processes of these connections leave the processor to all others; only for
   * a database on this machine.
   */
  constructor(settings: ClientConfig, size: number, log: Logger, turns?: CallerTurns, yielding = false) {
    this.turns = turns
    this.pool = newPool({
      ...settings,
      pipeline: true,
      max: size,
      // In pg-pool this is also the longest wait for a free connection.
      connectionTimeoutMillis: 10_000,
      idleTimeoutMillis: 30_000,
      maxLifetimeSeconds: 1_800,
    } as PoolConfig)
    if (yielding) this.pool.on('connect', (client) => yieldProcessor(client, log))
    this.pool.on('error', (error) => log.warn({ code: codeOf(error) }, 'an idle database connection was lost'))
  }

  /** @param signal ends the connection, and with it the waiting. */
  async query<R extends Row>(text: string, values: readonly unknown[] = [], signal?: AbortSignal): Promise<R[]> {
    return await this.use(async (client) => {
      const end = () => void streamOf(client)?.destroy()
      signal?.throwIfAborted()
      signal?.addEventListener('abort', end)
      try {
        return (await client.query<R>(text, [...values])).rows
      } finally {
        signal?.removeEventListener('abort', end)
      }
    })
  }

  async runAs<R extends Row>(
    context: RequestContext,
    statement: Statement,
    { caller, place, signal }: RunOptions = {},
  ): Promise<R[]> {
    const { turns } = this
    if (turns === undefined || caller === undefined)
      return await this.use((client) => this.runOn<R>(client, context, statement), context)
    const turn = turns.enter(caller, signal, place)
    if (turn !== undefined) await turn
    let heldMs = 0
    try {
      return await this.use(async (client) => {
        const start = performance.now()
        try {
          return await this.runOn<R>(client, context, statement)
        } finally {
          heldMs = performance.now() - start
        }
      }, context)
    } finally {
      turns.leave(caller, heldMs, place)
    }
  }

  private async runOn<R extends Row>(client: PoolClient, context: RequestContext, statement: Statement): Promise<R[]> {
    const { text, values = [] } = statement
    const names = this.namesOf(client)
    const named = statement.name !== undefined && (names.has(statement.name) || names.size < MAX_STATEMENTS)
    if (!named) return await runTransaction<R>(client, context, { text, values })
    names.add(statement.name as string)
    try {
      return await runTransaction<R>(client, context, statement)
    } catch (error) {
      if (!isStalePlan(error)) throw error
      this.spent.add(client)
      return await runTransaction<R>(client, context, { text, values })
    }
  }

  private namesOf(client: PoolClient): Set<string> {
    const known = this.names.get(client)
    if (known) return known
    const names = new Set<string>()
    this.names.set(client, names)
    return names
  }

  /** Commits what `work` did, or rolls it back and rethrows its error. */
  async transaction<T>(work: (tx: Transaction) => Promise<T>, context?: RequestContext): Promise<T> {
    return await this.use(async (client) => {
      const tx: Transaction = {
        query: async <R extends Row>(text: string, values: readonly unknown[] = []) =>
          (await client.query<R>(text, [...values])).rows,
      }
      try {
        await begin(client, context)
        const result = await work(tx)
        const { command } = await client.query('commit')
        if (command !== 'COMMIT') throw new Error('the transaction did not commit')
        return result
      } catch (error) {
        // On a lost connection there is nothing to roll back, and the first error says more.
        await client.query('rollback').catch(() => this.spent.add(client))
        throw error
      }
    }, context)
  }

  load(): LaneLoad {
    const { totalCount, idleCount, waitingCount } = this.pool
    return {
      connections: totalCount,
      busy: totalCount - idleCount,
      waiting: waitingCount + (this.turns?.waiting ?? 0),
    }
  }

  async close(): Promise<void> {
    await this.pool.end()
  }

  private async use<T>(work: (client: PoolClient) => Promise<T>, context?: RequestContext): Promise<T> {
    let client: PoolClient
    try {
      client = await this.pool.connect()
    } catch (error) {
      throw connectionFailure(error)
    }
    try {
      return await work(client)
    } catch (error) {
      const failure = connectionFailure(error)
      const unfit = isUnfitConnection(error, context?.readOnly ?? false)
      if (unfit || endsConnection(failure)) this.spent.add(client)
      throw unfit ? unfitConnection(error) : failure
    } finally {
      // `I` is idle: a connection in any other state cannot be used again.
      client.release(client.getTransactionStatus() !== 'I' || this.spent.has(client))
    }
  }
}

async function begin(client: PoolClient, context: RequestContext | undefined): Promise<void> {
  if (context === undefined) return void (await client.query('begin'))
  const values = transactionSettings(context)
  await Promise.all([client.query(beginText(context)), client.query(setConfigText(values.length), values)])
}

/** Its priority among the processes of the machine: at a full processor about a tenth of what others get. */
const NICENESS = 10

function yieldProcessor(client: PoolClient, log: Logger): void {
  const { processID } = client as PoolClient & { processID?: number | null }
  if (!processID) return
  try {
    setPriority(processID, NICENESS)
  } catch (error) {
    log.debug({ code: codeOf(error) }, 'the priority of a database process was not lowered')
  }
}
