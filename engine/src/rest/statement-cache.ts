import type { Compiled } from './query/compile.ts'

const MAX_SHAPES = 1_000
/** Longer shapes are compiled anew each time: a few hostile ones must not fill the memory. */
const MAX_SHAPE_LENGTH = 16_384

/** Statements by request shape, the least recently used going first. */
export class StatementCache {
  private readonly entries = new Map<string, Compiled>()

  /**
   * @returns the statement of a shape, and whether the shape has come before: only then it is worth a prepared
   * statement, of which each connection keeps a limited number.
   */
  get(shape: string, make: () => Compiled): { compiled: Compiled; repeated: boolean } {
    const entry = this.entries.get(shape)
    if (entry) {
      this.entries.delete(shape)
      this.entries.set(shape, entry)
      return { compiled: entry, repeated: true }
    }
    const compiled = make()
    if (shape.length <= MAX_SHAPE_LENGTH) {
      this.entries.set(shape, compiled)
      if (this.entries.size > MAX_SHAPES) {
        const [oldest] = this.entries.keys()
        if (oldest !== undefined) this.entries.delete(oldest)
      }
    }
    return { compiled, repeated: false }
  }
}
