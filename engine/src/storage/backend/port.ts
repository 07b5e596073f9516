import type { Readable } from 'node:stream'
import type { ByteRange } from '../read/byte-range.ts'

/** The blob does not exist (any more): its row was replaced or removed meanwhile. */
export class BlobMissingError extends Error {
  override name = 'BlobMissingError'
}

/** One stored blob as the sweeper sees it. */
export interface BlobEntry {
  key: string
  modifiedAt: Date
}

/**
 * The store of the bytes. Keys are made by {@link newBlobKey}, never from client input, and never reused,
 * so that a blob is written once and read many times.
 */
export interface StorageBackend {
  /** Creates the folder or the bucket if it does not exist. */
  open(): Promise<void>
  /**
   * Stores a complete local file under the key, durably; the file itself may be moved away.
   * After an error nothing is visible under the key.
   */
  putFile(key: string, path: string, type: string): Promise<void>
  /**
   * Opens a blob or a part of it.
   * @throws {BlobMissingError} when it does not exist.
   */
  get(key: string, range?: ByteRange): Promise<Readable>
  /** Size in bytes and age, or undefined when it does not exist. */
  stat(key: string): Promise<{ size: number; modifiedAt: Date } | undefined>
  /** Removes blobs; those already removed are no error. */
  delete(keys: readonly string[]): Promise<void>
  /** All blobs, in no particular order. */
  list(): AsyncIterable<BlobEntry>
}
