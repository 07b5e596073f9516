import type { Slot } from './types.ts'

/** Collects the values of one request in the order in which they are parsed. */
export class Values {
  readonly list: (string | null)[] = []

  /** @returns the value's slot in the statement. */
  add(value: string | null): Slot {
    this.list.push(value)
    return this.list.length - 1
  }
}

/** PostgreSQL array literal of text items; every item is quoted, so that none can end the literal or read as NULL. */
export function arrayLiteral(items: readonly string[]): string {
  return `{${items.map((item) => `"${item.replace(/["\\]/g, '\\$&')}"`).join(',')}}`
}
