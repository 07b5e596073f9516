import { restErrors } from '../errors.ts'
import { REST_LIMITS } from './limits.ts'

/** A JSON body, measured but otherwise left as text: PostgreSQL parses it. */
export interface Payload {
  text: string
  /** Keys of the object, or of all objects of the array, in order of first appearance. */
  keys: string[]
  isArray: boolean
  /** Objects in the body; 1 for a single object. */
  rows: number
  /** The parsed value, for PUT, which compares values with the filters. */
  value: unknown
}

/**
 * Checks a body and lists its keys.
 * @param sameKeys whether all objects of an array must have the same keys (writes without `columns`).
 * @throws {RestError} PGRST102 for anything but JSON objects, or above the limits.
 */
export function readPayload(text: string, sameKeys: boolean): Payload {
  checkShape(text)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw restErrors.body('Empty or invalid json')
  }
  const isArray = Array.isArray(value)
  const items: unknown[] = isArray ? (value as unknown[]) : [value]
  const first = items.length === 0 ? [] : keysOf(items[0])
  const known = new Set(first)
  for (let index = 1; index < items.length; index += 1) {
    const keys = keysOf(items[index])
    if (sameKeys && (keys.length !== first.length || !keys.every((key) => known.has(key))))
      throw restErrors.body('All object keys must match')
    for (const key of keys) known.add(key)
  }
  return { text, keys: [...known], isArray, rows: items.length, value }
}

function keysOf(item: unknown): string[] {
  if (typeof item !== 'object' || item === null || Array.isArray(item)) throw restErrors.body('Empty or invalid json')
  const keys = Object.keys(item)
  if (keys.length > REST_LIMITS.keysPerObject)
    throw restErrors.body(`An object may have at most ${REST_LIMITS.keysPerObject} keys`)
  return keys
}

/** One pass before `JSON.parse`, which would build everything before it could be refused. */
function checkShape(text: string): void {
  let depth = 0
  let rows = 1
  const isArray = /^\s*\[/.test(text)
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === 0x22) at = endOfString(text, at)
    else if (code === 0x5b || code === 0x7b) {
      depth += 1
      if (depth > REST_LIMITS.jsonDepth)
        throw restErrors.body(`JSON may be nested at most ${REST_LIMITS.jsonDepth} levels deep`)
    } else if (code === 0x5d || code === 0x7d) depth -= 1
    else if (code === 0x2c && depth === 1 && isArray) {
      rows += 1
      if (rows > REST_LIMITS.rowsPerWrite) throw tooManyRows()
    }
  }
}

/** The end of the string that starts here: the next quote with an even number of backslashes before it. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let before = end - 1
    while (before > start && text.charCodeAt(before) === 0x5c) before -= 1
    if ((end - before) % 2 === 1) return end
  }
  return text.length
}

function tooManyRows() {
  return restErrors.tooLarge(`A write may hold at most ${REST_LIMITS.rowsPerWrite} rows`)
}
