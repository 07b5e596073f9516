import { LRUCache } from 'lru-cache'
import { ACCOUNT_DEBTS, CallerDebts, PLACE_DEBTS } from './caller-debts.ts'
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
  /** Concurrent statements from a network address; no limit if not given. */
  place?: number
  /** Those of them whose callers are unproven. */
  unprovenAtPlace?: number
  /** Concurrent statements of all unproven callers together. */
  unproven?: number
  /** Concurrent statements of all callers together; no limit if not given. */
  together?: number
  /** Statements of one caller that may wait for their turn. */
  waiting: number
}

/** A running statement, and the limits towards which it counts. */
interface Turn {
  place: string
  isIndebted: boolean
  isUnproven: boolean
}

interface Account {
  running: Turn[]
  allowed: number
  waiting: Waiter[]
}

interface Place {
  running: number
  unproven: number
}

/** More places than a club has members online. */
const MOST_PLACES = 10_000
/** After so long without a statement a caller is unproven. */
const PROVEN_MS = 60_000
/** From an address with a larger debt (as a multiple of what is free) all callers are unproven. */
const PROVEN_DEBT = 0.1

interface Waiter {
  /** When it began to wait. */
  since: number
  /** Where the request came from; of a guest, the caller itself. */
  place: string
  go(): void
  fail(error: unknown): void
  signal: AbortSignal | undefined
}

/**
 * Turns of callers on the connections of one lane, so that callers with expensive statements do not starve others.
 *
 * - **Callers.** The cost of a statement is known only when it has ended. A caller therefore starts with a few concurrent
 *   statements, gains one for each cheap statement, up to 32, and falls back to very few after an expensive one.
 * - **All together** have only so many statements at once that each stands behind a few. What is sent to a connection
 *   stays there, while among those that wait for their turn the smallest debt is served first.
 * - **Unproven callers**, whose last statement was expensive or is a minute ago, leave a connection to the others, all of
 *   them together. Cheap statements say nothing about the next one, so all callers at an address are unproven for a while
 *   after the first expensive ones from there.
 * - **Places.** Accounts cost less than network addresses, so all callers at an address together have few statements at
 *   once, and the unproven ones of them fewer.
 * - **Debts.** Callers that have used much time are in debt ({@link CallerDebts}): all of them together have a part of
 *   the lane, whatever their number. So are the callers at an address from which much time was used. On a machine without
 *   a free processor everybody's statements take long, and everybody is soon in debt. So the smallest debt has the first
 *   turn. Waiting counts as paying: otherwise who owes a little more than the others waits for as long as they come.
 */
export class CallerTurns {
  private readonly limits: Required<CallerLimits>
  private readonly debts = new CallerDebts()
  private readonly placeDebts = new CallerDebts(PLACE_DEBTS)
  private readonly elsewhere: CallerTurns | undefined
  /** Only callers with running or waiting statements. */
  private readonly accounts = new Map<string, Account>()
  private readonly places = new LRUCache<string, Place>({ max: MOST_PLACES })
  /** When the last statement of each caller ended, if it was not expensive. */
  private readonly proven = new LRUCache<string, number>({ max: MOST_PLACES })
  /** Callers with waiting statements. */
  private readonly queue = new Set<string>()
  /** Running statements of callers in debt. */
  private indebted = 0
  /** Those of unproven callers. */
  private unproven = 0
  /** Those of all callers. */
  private running = 0

  /** @param elsewhere the turns of another lane, of which debts count here, too. */
  constructor(limits: CallerLimits, elsewhere?: CallerTurns) {
    const most = Number.POSITIVE_INFINITY
    const fresh = Math.max(limits.fresh, limits.expensive)
    this.limits = { place: most, unprovenAtPlace: most, unproven: most, together: most, ...limits, fresh }
    this.elsewhere = elsewhere
  }

  /**
   * Takes a turn; each must be returned with {@link leave}.
   * @param place the network address of an account's request.
   * @returns undefined when the statement may run at once, else a promise that resolves at its turn.
   * @throws {CallerBusyError} when too many statements of the caller wait already; the promise rejects with a
   * {@link PoolTimeoutError} after ten seconds, and with the signal's reason when the client has disconnected.
   */
  enter(caller: string, signal?: AbortSignal, place = caller): Promise<void> | undefined {
    let account = this.accounts.get(caller)
    if (!account) {
      account = { running: [], allowed: this.limits.fresh, waiting: [] }
      this.accounts.set(caller, account)
    }
    if (this.mayStart(caller, account, place)) {
      this.start(caller, account, place)
      return undefined
    }
    if (account.waiting.length >= this.limits.waiting)
      throw new CallerBusyError('too many statements of one caller at once')
    this.queue.add(caller)
    return this.wait(caller, account, place, signal)
  }

  /**
   * @param heldMs how long the statement alone held a connection.
   * @param place as it was given to {@link enter}.
   */
  leave(caller: string, heldMs: number, place = caller): void {
    const account = this.accounts.get(caller)
    if (!account) return
    // Those of a caller at one place count alike.
    const at = account.running.findIndex((turn) => turn.place === place)
    const [turn] = at < 0 ? [] : account.running.splice(at, 1)
    if (turn) this.end(turn)
    if (heldMs >= CHEAP_MS) {
      this.debts.add(caller, heldMs)
      if (place !== caller) this.placeDebts.add(place, heldMs)
    }
    if (heldMs > SLOW_MS) {
      account.allowed = this.limits.expensive
      this.proven.delete(caller)
    } else {
      if (heldMs < CHEAP_MS && account.allowed < MOST_AT_ONCE) account.allowed += 1
      this.proven.set(caller, performance.now())
    }
    this.serveWaiting()
    this.forget(caller, account)
  }

  /** Whether the caller's next statement is likely to be expensive, because its last ones were. */
  isExpensive(caller: string): boolean {
    const account = this.accounts.get(caller)
    return (
      account !== undefined &&
      (account.allowed < this.limits.fresh || account.running.some(({ isIndebted }) => isIndebted))
    )
  }

  get waiting(): number {
    let sum = 0
    for (const { waiting } of this.accounts.values()) sum += waiting.length
    return sum
  }

  private placeOf(place: string): Place {
    const known = this.places.get(place)
    if (known) return known
    const fresh = { running: 0, unproven: 0 }
    this.places.set(place, fresh)
    return fresh
  }

  private isProven(caller: string, place: string): boolean {
    const since = this.proven.get(caller)
    if (since === undefined || performance.now() - since >= PROVEN_MS) return false
    return this.placeDebts.of(place) <= PROVEN_DEBT
  }

  /** The larger one of the caller's own debt and that of its place, as a multiple of what is free. */
  private debtOf(caller: string, place: string, now?: number): number {
    return Math.max(
      this.debts.of(caller, now),
      this.placeDebts.of(place, now),
      this.elsewhere?.debtOf(caller, place, now) ?? 0,
    )
  }

  private mayStart(caller: string, account: Account, at: string): boolean {
    if (account.running.length >= account.allowed || this.running >= this.limits.together) return false
    const place = this.placeOf(at)
    if (place.running >= this.limits.place) return false
    const { unprovenAtPlace, unproven, indebted } = this.limits
    if (!this.isProven(caller, at) && (place.unproven >= unprovenAtPlace || this.unproven >= unproven)) return false
    return this.debtOf(caller, at) <= 1 || this.indebted < indebted
  }

  private start(caller: string, account: Account, at: string): void {
    const turn = { place: at, isUnproven: !this.isProven(caller, at), isIndebted: this.debtOf(caller, at) > 1 }
    const place = this.placeOf(at)
    account.running.push(turn)
    this.running += 1
    place.running += 1
    if (turn.isUnproven) {
      place.unproven += 1
      this.unproven += 1
    }
    if (turn.isIndebted) this.indebted += 1
  }

  private end({ place: at, isUnproven, isIndebted }: Turn): void {
    // 0 if the place was forgotten in the meantime.
    const less = (count: number) => Math.max(0, count - 1)
    const place = this.placeOf(at)
    this.running -= 1
    place.running = less(place.running)
    if (isUnproven) {
      place.unproven = less(place.unproven)
      this.unproven -= 1
    }
    if (isIndebted) this.indebted -= 1
  }

  /** The same of a statement that waits, as if its caller had paid since. */
  private debtLeft(caller: string, { place, since }: Waiter, now: number): { debt: number; own: number } {
    const own = this.debts.of(caller, now) - (now - since) / ACCOUNT_DEBTS.freeMs
    return { debt: Math.max(own, this.placeDebts.of(place, now), this.elsewhere?.debtOf(caller, place, now) ?? 0), own }
  }

  /** One statement of each caller in turn: the smallest debt first; of equal ones, who has waited longest. */
  private serveWaiting(): void {
    for (let served = this.queue.size > 0; served; ) {
      served = false
      const now = performance.now()
      const order = [...this.queue].flatMap((caller) => {
        const account = this.accounts.get(caller)
        if (account === undefined || account.waiting.length === 0) this.queue.delete(caller)
        const [first] = account?.waiting ?? []
        return account === undefined || first === undefined
          ? []
          : [{ caller, account, ...this.debtLeft(caller, first, now) }]
      })
      order.sort((a, b) => a.debt - b.debt || a.own - b.own)
      for (const { caller, account } of order) {
        const [first] = account.waiting
        if (first === undefined || !this.mayStart(caller, account, first.place)) continue
        served = true
        this.queue.delete(caller)
        this.serve(caller, account)
        if (account.waiting.length > 0) this.queue.add(caller)
        else this.forget(caller, account)
      }
    }
  }

  private serve(caller: string, account: Account): void {
    const waiter = account.waiting.shift()
    if (waiter?.signal?.aborted) waiter.fail(waiter.signal.reason)
    else if (waiter) {
      this.start(caller, account, waiter.place)
      waiter.go()
    }
  }

  private forget(caller: string, account: Account): void {
    if (account.running.length > 0 || account.waiting.length > 0) return
    this.accounts.delete(caller)
    this.queue.delete(caller)
  }

  private wait(caller: string, account: Account, place: string, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        account.waiting.splice(account.waiting.indexOf(waiter), 1)
        this.forget(caller, account)
        reject(new PoolTimeoutError('earlier statements did not end in time'))
      }, WAIT_LIMIT_MS)
      const waiter: Waiter = {
        since: performance.now(),
        place,
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
