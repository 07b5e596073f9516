export interface ByteMemoryLimits {
  /** Bytes of all together. */
  total: number
  /** Bytes of one; larger ones are read anew each time. */
  each: number
}

/** Files of today's pages: pictures are asked for by many, again and again. */
export const BYTE_MEMORY: ByteMemoryLimits = { total: 32 * 1024 * 1024, each: 256 * 1024 }

/**
 * Bytes of small files that were read lately, by a name whose bytes never change. Who may have them is decided before,
 * by the row. The longest unused go first; asked for by many at once, a file is read once, into one buffer for all.
 */
export class ByteMemory {
  readonly #limits: ByteMemoryLimits
  readonly #kept = new Map<string, Buffer>()
  readonly #reading = new Map<string, Promise<Buffer>>()
  #bytes = 0

  constructor(limits: ByteMemoryLimits = BYTE_MEMORY) {
    this.#limits = limits
  }

  /** True for a file that is kept once it was read. @param size in bytes. */
  takes(size: number): boolean {
    return size <= this.#limits.each
  }

  /** The bytes, read when they are not there. @throws what `read` throws. */
  async get(name: string, read: () => Promise<Buffer>): Promise<Buffer> {
    const kept = this.#kept.get(name)
    if (kept) {
      this.#kept.delete(name)
      this.#kept.set(name, kept)
      return kept
    }
    const before = this.#reading.get(name)
    if (before) return await before
    const reading = read()
    this.#reading.set(name, reading)
    try {
      const bytes = await reading
      if (this.#reading.get(name) === reading) this.#keep(name, bytes)
      return bytes
    } finally {
      if (this.#reading.get(name) === reading) this.#reading.delete(name)
    }
  }

  /** Names of what is kept. */
  names(): string[] {
    return [...this.#kept.keys()]
  }

  /** Forgets a file, also one that is being read. */
  forget(name: string): void {
    this.#reading.delete(name)
    this.#bytes -= this.#kept.get(name)?.length ?? 0
    this.#kept.delete(name)
  }

  #keep(name: string, bytes: Buffer): void {
    if (!this.takes(bytes.length)) return
    this.forget(name)
    this.#kept.set(name, bytes)
    this.#bytes += bytes.length
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= this.#limits.total) return
      this.forget(oldest)
    }
  }
}
