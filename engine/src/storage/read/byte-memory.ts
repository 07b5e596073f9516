import { LRUCache } from 'lru-cache'

export interface ByteMemoryLimits {
  /** Bytes of all files together. */
  total: number
  /** Bytes of one file; larger ones are read each time. */
  each: number
}

/** Files of current pages, whose pictures many members request repeatedly. */
export const BYTE_MEMORY: ByteMemoryLimits = { total: 32 * 1024 * 1024, each: 256 * 1024 }

/**
 * Bytes of recently read small files, by a name whose bytes never change. The row decides beforehand who may read them.
 * The longest unused are dropped first. Concurrent requests read a file once, into one shared buffer.
 */
export class ByteMemory {
  readonly #limits: ByteMemoryLimits
  readonly #kept: LRUCache<string, Buffer>
  readonly #reading = new Map<string, Promise<Buffer>>()

  constructor(limits: ByteMemoryLimits = BYTE_MEMORY) {
    this.#limits = limits
    this.#kept = new LRUCache({
      maxSize: limits.total,
      maxEntrySize: limits.each,
      // The library accepts no entry of size 0.
      sizeCalculation: ({ length }) => length || 1,
    })
  }

  /** True for a file that is cached after it was read. @param size in bytes. */
  takes(size: number): boolean {
    return size <= this.#limits.each
  }

  /** The bytes, read if they are not cached. @throws what `read` throws. */
  async get(name: string, read: () => Promise<Buffer>): Promise<Buffer> {
    const kept = this.#kept.get(name)
    if (kept) return kept
    const before = this.#reading.get(name)
    if (before) return await before
    const reading = read()
    this.#reading.set(name, reading)
    try {
      const bytes = await reading
      if (this.#reading.get(name) === reading) this.#kept.set(name, bytes)
      return bytes
    } finally {
      if (this.#reading.get(name) === reading) this.#reading.delete(name)
    }
  }

  /** Names of the cached files. */
  names(): string[] {
    return [...this.#kept.keys()]
  }

  /** Forgets a file, also one that is being read. */
  forget(name: string): void {
    this.#reading.delete(name)
    this.#kept.delete(name)
  }
}
