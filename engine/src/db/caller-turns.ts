import { CallerDebts, PLACE_DEBTS } from './caller-debts.ts'
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
  /** Concurrent statements of all callers together that have used too much time lately. */
  indebted: number
  /** Those of them that have used far too much; by default half of the others, and at least one. */
  deepInDebt?: number
  /** Statements of one caller that may wait for their turn. */
  waiting: number
}

interface Account {
  /** Where the last request came from. */
  place: string | undefined
  running: number
  /** Those of them that count towards the limit of all callers in debt. */
  indebted: number
  /** And those that count towards the limit of all that are deep in debt. */
  deep: number
  allowed: number
  waiting: Waiter[]
}

/** A debt of this many times what is free is a deep one. */
const DEEP = 10

interface Waiter {
  go(): void
  fail(error: unknown): void
  signal: AbortSignal | undefined
}

/**
 * Turns of callers on the connections of one lane, so that callers with expensive statements do not starve others.
 * The cost of a statement is known only when it has ended. A caller therefore starts with a few concurrent statements,
 * gains one for each cheap statement, up to 32, and falls back to very few after an expensive one. Callers that have
 * used much time are in debt ({@link CallerDebts}): all of them together have a part of the lane, whatever their number.
 * So are the callers at a network address from which much time was used, by however many accounts. On a machine without
 * a free processor everybody's statements take long, and everybody is soon in debt. So the smallest debt has the first
 * turn, and those deep in debt never have the whole part.
 */
export class CallerTurns {
  private readonly limits: Required<CallerLimits>
  private readonly debts = new CallerDebts()
  private readonly placeDebts = new CallerDebts(PLACE_DEBTS)
  /** Only callers with running or waiting statements. */
  private readonly accounts = new Map<string, Account>()
  /** Callers in debt with waiting statements. */
  private readonly heldBack = new Set<string>()
  /** Running statements of callers in debt. */
  private indebted = 0
  /** Those of callers deep in debt. */
  private deep = 0

  constructor(limits: CallerLimits) {
    this.limits = {
      ...limits,
      fresh: Math.max(limits.fresh, limits.expensive),
      deepInDebt: limits.deepInDebt ?? Math.max(1, Math.floor(limits.indebted / 2)),
    }
  }

  /**
   * Takes a turn; each must be returned with {@link leave}.
   * @param place the network address of an account's request.
   * @returns undefined when the statement may run at once, else a promise that resolves at its turn.
   * @throws {CallerBusyError} when too many statements of the caller wait already; the promise rejects with a
   * {@link PoolTimeoutError} after ten seconds, and with the signal's reason when the client has disconnected.
   */
  enter(caller: string, signal?: AbortSignal, place?: string): Promise<void> | undefined {
    let account = this.accounts.get(caller)
    if (!account) {
      account = { place, running: 0, indebted: 0, deep: 0, allowed: this.limits.fresh, waiting: [] }
      this.accounts.set(caller, account)
    }
    account.place = place
    const isHeldBack = !this.mayStart(this.debtOf(caller, account))
    if (account.running < account.allowed && !isHeldBack) {
      this.start(caller, account)
      return undefined
    }
    if (account.waiting.length >= this.limits.waiting)
      throw new CallerBusyError('too many statements of one caller at once')
    if (isHeldBack) this.heldBack.add(caller)
    return this.wait(caller, account, signal)
  }

  /** @param heldMs how long the statement alone held a connection. */
  leave(caller: string, heldMs: number, place?: string): void {
    const account = this.accounts.get(caller)
    if (!account) return
    account.running -= 1
    if (account.indebted > 0) {
      account.indebted -= 1
      this.indebted -= 1
    }
    if (account.deep > 0) {
      account.deep -= 1
      this.deep -= 1
    }
    if (heldMs >= CHEAP_MS) {
      this.debts.add(caller, heldMs)
      if (place !== undefined) this.placeDebts.add(place, heldMs)
    }
    if (heldMs > SLOW_MS) account.allowed = this.limits.expensive
    else if (heldMs < CHEAP_MS && account.allowed < MOST_AT_ONCE) account.allowed += 1
    while (account.waiting.length > 0 && account.running < account.allowed && this.debtOf(caller, account) <= 1)
      this.serve(caller, account)
    if (account.waiting.length > 0) this.heldBack.add(caller)
    this.serveHeldBack()
    this.forget(caller, account)
  }

  /** Whether the caller's next statement is likely to be expensive, because its last ones were. */
  isExpensive(caller: string): boolean {
    const account = this.accounts.get(caller)
    return account !== undefined && (account.allowed < this.limits.fresh || account.indebted > 0)
  }

  get waiting(): number {
    let sum = 0
    for (const { waiting } of this.accounts.values()) sum += waiting.length
    return sum
  }

  /** The larger one of the caller's own debt and that of its place, as a multiple of what is free. */
  private debtOf(caller: string, { place }: Account): number {
    return Math.max(this.debts.of(caller), place === undefined ? 0 : this.placeDebts.of(place))
  }

  private mayStart(debt: number): boolean {
    if (debt <= 1) return true
    return this.indebted < this.limits.indebted && (debt <= DEEP || this.deep < this.limits.deepInDebt)
  }

  private start(caller: string, account: Account): void {
    account.running += 1
    const debt = this.debtOf(caller, account)
    if (debt <= 1) return
    account.indebted += 1
    this.indebted += 1
    if (debt <= DEEP) return
    account.deep += 1
    this.deep += 1
  }

  private serve(caller: string, account: Account): void {
    const waiter = account.waiting.shift()
    if (waiter?.signal?.aborted) waiter.fail(waiter.signal.reason)
    else if (waiter) {
      this.start(caller, account)
      waiter.go()
    }
  }

  /** The smallest debt first; of equal ones, who has waited longest. */
  private serveHeldBack(): void {
    const order = [...this.heldBack].map((caller) => {
      const account = this.accounts.get(caller)
      return { caller, account, debt: account ? this.debtOf(caller, account) : 0 }
    })
    order.sort((a, b) => a.debt - b.debt)
    for (const { caller, account, debt } of order) {
      if (!this.mayStart(debt)) return
      this.heldBack.delete(caller)
      // A statement that waits for the caller's own statements continues when one of them has ended.
      if (!account || account.running >= account.allowed) continue
      this.serve(caller, account)
      if (account.waiting.length > 0) this.heldBack.add(caller)
      else this.forget(caller, account)
    }
  }

  private forget(caller: string, account: Account): void {
    if (account.running > 0 || account.waiting.length > 0) return
    this.accounts.delete(caller)
    this.heldBack.delete(caller)
  }

  private wait(caller: string, account: Account, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        account.waiting.splice(account.waiting.indexOf(waiter), 1)
        this.forget(caller, account)
        reject(new PoolTimeoutError('earlier statements did not end in time'))
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
}
