import { randomUUID } from 'node:crypto'
import { mkdir, opendir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isBlobKey } from '../backend/blob-key.ts'
import type { ByteMemory } from '../read/byte-memory.ts'

const NAME = /^[0-9a-f]{16,64}$/

/**
 * Rendered images on disk, one folder per blob (`<version>/<name>`), so that they are removed with it. Bounded: the
 * longest unused are removed first. Losing any of them costs only time, so nothing is synced.
 */
export class RenditionCache {
  readonly #root: string
  readonly #maxBytes: number
  /** `version/name` to bytes; a Map keeps insertion order, so the first is the longest unused. */
  readonly #entries = new Map<string, number>()
  /** The entries of each version. */
  readonly #ofVersion = new Map<string, Set<string>>()
  readonly #memory: ByteMemory
  #bytes = 0

  /** @param memory holds the small ones in memory, under `version/name`. */
  constructor(root: string, maxBytes: number, memory: ByteMemory) {
    this.#root = root
    this.#memory = memory
    this.#maxBytes = maxBytes
  }

  /** Lists what an earlier run left on disk. */
  async open(): Promise<void> {
    await mkdir(this.#root, { recursive: true, mode: 0o700 })
    for await (const folder of await opendir(this.#root)) {
      const path = join(this.#root, folder.name)
      if (!folder.isDirectory() || !isBlobKey(folder.name)) await rm(path, { recursive: true, force: true })
      else
        for await (const file of await opendir(path)) {
          if (NAME.test(file.name)) this.#note(`${folder.name}/${file.name}`, (await stat(join(path, file.name))).size)
          else await rm(join(path, file.name), { recursive: true, force: true })
        }
    }
    await this.#trim()
  }

  /**
   * The rendition of a blob; undefined when it has to be made.
   * @param name lower-case hexadecimal digest of everything that determines its bytes.
   */
  async read(version: string, name: string): Promise<Buffer | undefined> {
    const entry = `${version}/${name}`
    const size = this.#entries.get(entry)
    if (size === undefined) return undefined
    const kept = await this.#memory.get(entry, () => readFile(join(this.#root, entry))).catch(() => undefined)
    if (kept) this.#use(entry, size)
    else this.#forget(entry)
    return kept
  }

  /** Stores a rendition for {@link read}. */
  async keep(version: string, name: string, bytes: Buffer): Promise<void> {
    const entry = `${version}/${name}`
    const folder = join(this.#root, version)
    const temporary = join(folder, `${randomUUID()}.tmp`)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await writeFile(temporary, bytes, { mode: 0o600 })
    await rename(temporary, join(this.#root, entry))
    this.#note(entry, bytes.length)
    await this.#trim()
  }

  /** Versions that have renditions. */
  versions(): string[] {
    return [...this.#ofVersion.keys()]
  }

  /** Removes all renditions of a blob. */
  async drop(version: string): Promise<void> {
    for (const entry of [...(this.#ofVersion.get(version) ?? [])]) {
      this.#forget(entry)
      this.#memory.forget(entry)
    }
    await rm(join(this.#root, version), { recursive: true, force: true })
  }

  /** Moves it to the end of the order of removal, unless it was removed while it was read. */
  #use(entry: string, bytes: number): void {
    if (this.#entries.delete(entry)) this.#entries.set(entry, bytes)
  }

  #note(entry: string, bytes: number): void {
    this.#forget(entry)
    this.#entries.set(entry, bytes)
    this.#bytes += bytes
    const version = versionOf(entry)
    this.#ofVersion.set(version, (this.#ofVersion.get(version) ?? new Set()).add(entry))
  }

  #forget(entry: string): void {
    this.#bytes -= this.#entries.get(entry) ?? 0
    this.#entries.delete(entry)
    const version = versionOf(entry)
    const others = this.#ofVersion.get(version)
    others?.delete(entry)
    if (others?.size === 0) this.#ofVersion.delete(version)
  }

  async #trim(): Promise<void> {
    while (this.#bytes > this.#maxBytes) {
      const [oldest] = this.#entries.keys()
      if (oldest === undefined) return
      this.#forget(oldest)
      this.#memory.forget(oldest)
      await rm(join(this.#root, oldest), { force: true })
    }
  }
}

function versionOf(entry: string): string {
  return entry.slice(0, entry.indexOf('/'))
}
