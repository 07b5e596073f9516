/** One SQL statement with bound values. A `name` makes it a prepared statement, kept per connection. */
export interface Statement {
  text: string
  values?: readonly unknown[]
  /** At most 63 bytes, unique for its text. */
  name?: string
}

/** Who a statement runs as, and what SQL can read of the request (PROTOCOL: transaction context). */
export interface RequestContext {
  /** Database role of the transaction: `anon`, `authenticated` or `service_role`. */
  role: string
  /** Transaction-local settings, e.g. `request.jwt.claims`, `request.method`, `search_path`. */
  settings: Readonly<Record<string, string>>
  /** READ ONLY transaction: writes fail with 25006. */
  readOnly: boolean
  /** Every statement in the transaction, also those in functions, reads the same snapshot. */
  oneSnapshot?: boolean
  /** The isolation level, if it is another than the database's usual one; {@link oneSnapshot} precedes it. */
  isolation?: string
  /** A statement that runs first, as the role and with the settings; its result is dropped. */
  before?: string
  /** Everything is rolled back at the end, after a check of deferred constraints. */
  rollback?: boolean
  /** The longest time for the statement (ms), if it is shorter than the role's. */
  timeoutMs?: number
}

export interface RunOptions {
  /**
   * `fast` connections, the default, are shared by many statements; one that takes longer than a second is begun again
   * on a `heavy` one, so it must change nothing. `heavy` are the few for statements that are expected to take that long.
   * `slow` are for statements that change something or wait for locks, so that they delay no others. `live` are for the
   * checks of live changes, so that these and members' requests do not wait for each other. `joins`, for rights on
   * channels and for filters, are half of these: the other half is never held by a join.
   */
  lane?: 'fast' | 'heavy' | 'slow' | 'live' | 'joins'
  signal?: AbortSignal
  /** The caller, of whose expensive statements few run at once. Without it the statement is the engine's own. */
  caller?: string | undefined
  /** The network address of an account's request; all accounts at it together run few expensive statements, too. */
  place?: string | undefined
}

/** How busy the connections of one kind are. */
export interface LaneLoad {
  connections: number
  busy: number
  waiting: number
}

export type Row = Record<string, unknown>

/** Runs statements inside one open transaction. */
export interface Transaction {
  query<R extends Row = Row>(text: string, values?: readonly unknown[]): Promise<R[]>
}

/**
 * The engine's access to PostgreSQL. Errors are `pg`'s `DatabaseError` (`code`, `detail`, `hint`, …);
 * a lost connection is a `ConnectionLostError`, a full pool that does not drain a `PoolTimeoutError`, a caller with
 * too many statements a `CallerBusyError`.
 */
export interface Database {
  /**
   * Runs one statement as the caller of a request: begin, role and settings, statement and commit go out
   * in one write and come back in one read. An error of the statement rolls everything back. A read, or a statement that
   * is rolled back anyway, that lost its connection is repeated on another one.
   */
  runAs<R extends Row = Row>(context: RequestContext, statement: Statement, options?: RunOptions): Promise<R[]>
  /** Runs several statements as the caller in one interactive transaction (storage: check, then write). */
  transactionAs<T>(context: RequestContext, work: (tx: Transaction) => Promise<T>): Promise<T>
  /** Runs one statement as the engine itself (auth, catalogue), not subject to row-level security. */
  query<R extends Row = Row>(text: string, values?: readonly unknown[]): Promise<R[]>
  /**
   * Runs one statement as the engine itself on a connection that nothing else uses, so that it does not queue.
   * @param signal ends the connection: whether the statement takes effect is not known then.
   */
  queryApart<R extends Row = Row>(text: string, signal?: AbortSignal): Promise<R[]>
  /** An interactive transaction as the engine itself. */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
  /**
   * Calls `onMessage` for each NOTIFY on the channel; reconnects by itself and calls `onGap` after each
   * reconnection, when notifications may have been missed. Resolves once listening.
   * @returns a function that stops listening.
   */
  listen(channel: string, onMessage: (payload: string) => void, onGap: () => void): Promise<() => Promise<void>>
  /**
   * Calls back after each committed transaction that may have written: those of requests that are neither read-only nor
   * rolled back, and interactive ones of the engine.
   * @returns a function that ends the calls.
   */
  onWrite(listener: () => void): () => void
  /**
   * Load of the connections: `fast`, `heavy` and `slow` for requests, `live` for changes and joins, `owner` for the engine itself,
   * `apart` for {@link queryApart}.
   */
  load(): Record<'fast' | 'heavy' | 'slow' | 'live' | 'owner' | 'apart', LaneLoad>
  close(): Promise<void>
}
