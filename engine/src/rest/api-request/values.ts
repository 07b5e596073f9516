import type { Slot } from './types.ts'

/** Collects the values of one request in the order the parsers meet them. */
export class Values {
  readonly list: (string | null)[] = []

  /** @returns the slot under which the statement will find the value. */
  add(value: string | null): Slot {
    this.list.push(value)
    return this.list.length - 1
  }
}

/** PostgreSQL array literal of text items; every item is quoted, so none can end the literal or read as NULL. */
export function arrayLiteral(items: readonly string[]): string {
  return `{${items.map((item) => `"${item.replace(/["\\]/g, '\\$&')}"`).join(',')}}`
}
