import { CallerBusyError, PoolTimeoutError } from './errors.ts'

/** A statement that holds a connection longer than this is expensive. */
export const SLOW_MS = 100
/** A statement that ends sooner than this is cheap. */
const CHEAP_MS = 20
const MOST_AT_ONCE = 32
const WAIT_LIMIT_MS = 10_000

export interface CallerLimits {
  /** Concurrent statements of a caller after an expensive one. */
  expensive: number
  /** Concurrent statements of a caller whose costs are not known yet. */
  fresh: number
  /** Statements of one caller that may wait for their turn. */
  waiting: number
}

interface Account {
  running: number
  allowed: number
  waiting: Waiter[]
}

interface Waiter {
  go(): void
  fail(error: unknown): void
  signal: AbortSignal | undefined
}

/**
 * Turns of callers on the connections of one lane, so that a caller with expensive statements does not starve others.
 * The cost of a statement is known only when it has ended. A caller therefore starts with a few concurrent statements,
 * gains one for each cheap statement, up to 32, and falls back to very few after an expensive one.
 */
export class CallerTurns {
  private readonly limits: CallerLimits
  /** Only callers with running or waiting statements. */
  private readonly accounts = new Map<string, Account>()

  constructor(limits: CallerLimits) {
    this.limits = { ...limits, fresh: Math.max(limits.fresh, limits.expensive) }
  }

  /**
   * Takes a turn; each must be returned with {@link leave}.
   * @returns undefined when the statement may run at once, else a promise that resolves at its turn.
   * @throws {CallerBusyError} when too many statements of the caller wait already; the promise rejects with a
   * {@link PoolTimeoutError} after ten seconds, and with the signal's reason when the client has disconnected.
   */
  enter(caller: string, signal?: AbortSignal): Promise<void> | undefined {
    let account = this.accounts.get(caller)
    if (!account) {
      account = { running: 0, allowed: this.limits.fresh, waiting: [] }
      this.accounts.set(caller, account)
    }
    if (account.running < account.allowed) {
      account.running += 1
      return undefined
    }
    if (account.waiting.length >= this.limits.waiting)
      throw new CallerBusyError('too many statements of one caller at once')
    return wait(account, signal)
  }

  /** @param heldMs how long the statement alone held a connection. */
  leave(caller: string, heldMs: number): void {
    const account = this.accounts.get(caller)
    if (!account) return
    account.running -= 1
    if (heldMs > SLOW_MS) account.allowed = this.limits.expensive
    else if (heldMs < CHEAP_MS && account.allowed < MOST_AT_ONCE) account.allowed += 1
    serve(account)
    if (account.running === 0) this.accounts.delete(caller)
  }

  /** Whether the caller's next statement is likely to be expensive, because its last ones were. */
  isExpensive(caller: string): boolean {
    const account = this.accounts.get(caller)
    return account !== undefined && account.allowed < this.limits.fresh
  }

  get waiting(): number {
    let sum = 0
    for (const { waiting } of this.accounts.values()) sum += waiting.length
    return sum
  }
}

function wait(account: Account, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      account.waiting.splice(account.waiting.indexOf(waiter), 1)
      reject(new PoolTimeoutError('the caller’s earlier statements did not end in time'))
    }, WAIT_LIMIT_MS)
    const waiter: Waiter = {
      go() {
        clearTimeout(timer)
        resolve()
      },
      fail(error) {
        clearTimeout(timer)
        reject(error)
      },
      signal,
    }
    account.waiting.push(waiter)
  })
}

function serve(account: Account): void {
  while (account.waiting.length > 0 && account.running < account.allowed) {
    const waiter = account.waiting.shift()
    if (waiter?.signal?.aborted) waiter.fail(waiter.signal.reason)
    else if (waiter) {
      account.running += 1
      waiter.go()
    }
  }
}
