import { randomUUID } from 'node:crypto'

const KEY = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** A fresh key; it is also the row's `version`. */
export function newBlobKey(): string {
  return randomUUID()
}

/** True for a key of ours: anything else never reaches a path or an address. */
export function isBlobKey(key: unknown): key is string {
  return typeof key === 'string' && KEY.test(key)
}

/** Two letters of the key, so that no folder holds all blobs. */
export function shardOf(key: string): string {
  return key.slice(0, 2)
}
