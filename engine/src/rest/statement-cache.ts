import { LRUCache } from 'lru-cache'
import type { Compiled } from './query/compile.ts'

const MAX_SHAPES = 1_000
/** Longer shapes are compiled each time: a few hostile ones must not fill the memory. */
const MAX_SHAPE_LENGTH = 16_384

/** Statements by request shape; the least recently used is dropped first. */
export class StatementCache {
  private readonly entries = new LRUCache<string, Compiled>({ max: MAX_SHAPES })

  /**
   * @returns the statement of a shape, and whether the shape has occurred before: only then is it worth a prepared
   * statement, of which each connection keeps a limited number.
   */
  get(shape: string, make: () => Compiled): { compiled: Compiled; repeated: boolean } {
    const known = this.entries.get(shape)
    if (known) return { compiled: known, repeated: true }
    const compiled = make()
    if (shape.length <= MAX_SHAPE_LENGTH) this.entries.set(shape, compiled)
    return { compiled, repeated: false }
  }
}
