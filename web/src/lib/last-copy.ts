import { LAST_COPY } from './own-device.ts'

/** What a page showed when it was last loaded. */
export interface LastCopy<Data> {
  data: Data
  /** When it was received, in milliseconds since 1970 by this device's clock. */
  readAt: number
}

// Raised when the shape of a stored list changes: data stored by an older version is then ignored.
const VERSION = 1

/**
 * Stores a list on this device for its reader, to be shown when offline.
 * @param reader the member's ID; undefined for a guest.
 */
export function keepLastCopy(name: string, reader: string | undefined, copy: LastCopy<unknown>): void {
  try {
    localStorage.setItem(LAST_COPY + name, JSON.stringify({ version: VERSION, reader: reader ?? null, ...copy }))
  } catch {
    // Storage may be full or forbidden; then there is nothing offline.
  }
}

/** The stored list of this reader; undefined when there is none, or it belongs to somebody else. */
export function readLastCopy<Data>(name: string, reader: string | undefined): LastCopy<Data[]> | undefined {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(LAST_COPY + name) ?? 'null')
    const { version, reader: owner, readAt, data } = (stored ?? {}) as Record<string, unknown>
    if (version !== VERSION || owner !== (reader ?? null) || typeof readAt !== 'number') return undefined
    return Array.isArray(data) ? { data: data as Data[], readAt } : undefined
  } catch {
    return undefined
  }
}
