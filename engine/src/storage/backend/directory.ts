import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises'
import { join, resolve, sep } from 'node:path'
import type { Readable } from 'node:stream'
import { codeOf } from '../../kernel/errors.ts'
import type { ByteRange } from '../read/byte-range.ts'
import { isBlobKey, shardOf } from './blob-key.ts'
import { type BlobEntry, BlobMissingError, type StorageBackend } from './port.ts'

/** Blobs as files under one directory, `ab/abcdef…`. */
export class DirectoryBackend implements StorageBackend {
  readonly #root: string

  /** @param root absolute path, on the same file system as the files that {@link putFile} moves. */
  constructor(root: string) {
    this.#root = root
  }

  async open(): Promise<void> {
    await mkdir(this.#root, { recursive: true, mode: 0o700 })
  }

  async putFile(key: string, path: string): Promise<void> {
    const target = this.#path(key)
    const folder = join(this.#root, shardOf(key))
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await syncPath(path)
    await rename(path, target)
    await syncPath(folder)
  }

  async get(key: string, range?: ByteRange): Promise<Readable> {
    const stream = createReadStream(this.#path(key), range)
    try {
      await once(stream, 'open')
    } catch (error) {
      if (codeOf(error) === 'ENOENT') throw new BlobMissingError(key)
      throw error
    }
    return stream
  }

  async stat(key: string): Promise<{ size: number; modifiedAt: Date } | undefined> {
    try {
      const { size, mtime } = await stat(this.#path(key))
      return { size, modifiedAt: mtime }
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return undefined
      throw error
    }
  }

  async delete(keys: readonly string[]): Promise<void> {
    for (const key of keys) await rm(this.#path(key), { force: true })
  }

  async *list(): AsyncIterable<BlobEntry> {
    await this.open()
    for await (const folder of await opendir(this.#root)) {
      if (!folder.isDirectory() || folder.name.length !== 2) continue
      for await (const file of await opendir(join(this.#root, folder.name))) {
        const found = isBlobKey(file.name) ? await this.stat(file.name) : undefined
        if (found) yield { key: file.name, modifiedAt: found.modifiedAt }
      }
    }
  }

  #path(key: string): string {
    const path = resolve(this.#root, shardOf(key), key)
    if (!isBlobKey(key) || !path.startsWith(this.#root + sep)) throw new BlobMissingError(key)
    return path
  }
}

/** A rename is durable only when both the file and its folder are synced. */
async function syncPath(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
