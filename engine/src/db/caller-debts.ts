import { LRUCache } from 'lru-cache'

export interface DebtLimits {
  /** The connection time that may be used without a debt (ms). */
  freeMs: number
  /** The part of each elapsed millisecond that is repaid. */
  repaidPerMs: number
}

export const ACCOUNT_DEBTS: DebtLimits = { freeMs: 1_000, repaidPerMs: 0.1 }
/** Of all accounts at one network address together: a family or a clubhouse, but not one account for each second. */
export const PLACE_DEBTS: DebtLimits = { freeMs: 4_000, repaidPerMs: 0.4 }
/** After this time the largest debt is repaid (s). */
const MOST_S = 600
/** More callers than a club has members. The callers that used a connection longest ago are removed first. */
const MOST_CALLERS = 10_000

interface Debt {
  ms: number
  at: number
}

/**
 * The time for which each caller has held connections. It is remembered when the caller has no statement running, so
 * that a caller who sends one expensive statement after the other is not taken for a new one each time.
 */
export class CallerDebts {
  private readonly debts = new LRUCache<string, Debt>({ max: MOST_CALLERS })
  private readonly limits: DebtLimits

  constructor(limits: DebtLimits = ACCOUNT_DEBTS) {
    this.limits = limits
  }

  /** @param heldMs how long a statement held a connection. */
  add(caller: string, heldMs: number): void {
    const ms = Math.min(this.level(caller) + heldMs, MOST_S * 1_000 * this.limits.repaidPerMs)
    this.debts.set(caller, { ms, at: performance.now() })
  }

  /**
   * What the caller has used, less what was repaid since then, as a multiple of what is free: a debt above 1.
   * @param now one moment for all debts that are compared: each is smaller a moment later.
   */
  of(caller: string, now = performance.now()): number {
    return this.level(caller, now) / this.limits.freeMs
  }

  private level(caller: string, now = performance.now()): number {
    const debt = this.debts.get(caller)
    return debt ? Math.max(0, debt.ms - (now - debt.at) * this.limits.repaidPerMs) : 0
  }
}
