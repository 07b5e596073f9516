import { randomUUID } from 'node:crypto'
import { UUID_PATTERN } from '../../kernel/uuid.ts'

const KEY = new RegExp(`^${UUID_PATTERN}$`)

/** A new key; it is also the row's `version`. */
export function newBlobKey(): string {
  return randomUUID()
}

/** True for a key of ours: nothing else becomes part of a path or an address. */
export function isBlobKey(key: unknown): key is string {
  return typeof key === 'string' && KEY.test(key)
}

/** The first two letters of the key, so that no folder holds all blobs. */
export function shardOf(key: string): string {
  return key.slice(0, 2)
}
