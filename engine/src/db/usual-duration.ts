const REMEMBERED = 256
/** So many statements end before the median is computed again. */
const STEP = 16

/**
 * How long statements take at present, so that a limit can follow the speed of the machine. Until statements have ended
 * they count as taking no time.
 */
export class UsualDuration {
  private readonly last = new Float64Array(REMEMBERED)
  private added = 0
  private known = 0

  /** @param ms how long a statement alone held a connection. */
  add(ms: number): void {
    this.last[this.added % REMEMBERED] = ms
    this.added += 1
    if (this.added % STEP === 0) this.known = this.last.toSorted()[REMEMBERED / 2] ?? 0
  }

  /** The median of the last 256 statements (ms). */
  get ms(): number {
    return this.known
  }
}
