import { LRUCache } from 'lru-cache'

/** The connection time that a caller may use without a debt (ms). */
const FREE_MS = 1_000
/** The part of each elapsed millisecond that is repaid. */
const REPAID_PER_MS = 0.1
/** The largest debt; it is repaid after ten minutes. */
const MOST_MS = 60_000
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

  /** @param heldMs how long a statement held a connection. */
  add(caller: string, heldMs: number): void {
    const ms = Math.min(this.level(caller) + heldMs, MOST_MS)
    this.debts.set(caller, { ms, at: performance.now() })
  }

  /** Whether the caller has used more than one second, less a tenth of the time since then. */
  has(caller: string): boolean {
    return this.level(caller) > FREE_MS
  }

  private level(caller: string): number {
    const debt = this.debts.get(caller)
    return debt ? Math.max(0, debt.ms - (performance.now() - debt.at) * REPAID_PER_MS) : 0
  }
}
