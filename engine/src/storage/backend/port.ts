import type { Readable } from 'node:stream'
import type { ByteRange } from '../read/byte-range.ts'

/** The blob is not there (any more): its row was replaced or removed meanwhile. */
export class BlobMissingError extends Error {
  override name = 'BlobMissingError'
}

/** One stored blob as the sweeper sees it. */
export interface BlobEntry {
  key: string
  modifiedAt: Date
}

/**
 * Where the bytes are. Keys are made by {@link newBlobKey}, never from what a client sent, and never reused,
 * so that a blob is written once and read many times.
 */
export interface StorageBackend {
  /** Makes the folder or the bucket when it is not there yet. */
  open(): Promise<void>
  /**
   * Stores a complete local file under the key, durably; the file itself may be moved away.
   * When it throws, nothing is visible under the key.
   */
  putFile(key: string, path: string, type: string): Promise<void>
  /**
   * Opens a blob or a part of it.
   * @throws {BlobMissingError} when there is none.
   */
  get(key: string, range?: ByteRange): Promise<Readable>
  /** Size in bytes and age, or undefined when there is none. */
  stat(key: string): Promise<{ size: number; modifiedAt: Date } | undefined>
  /** Removes blobs; those that are gone already count as removed. */
  delete(keys: readonly string[]): Promise<void>
  /** All blobs, in no particular order. */
  list(): AsyncIterable<BlobEntry>
}
