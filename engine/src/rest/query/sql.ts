import type { Slot } from '../api-request/types.ts'

/** Quotes an identifier. PostgreSQL only needs quotes doubled; NUL was refused when the name was parsed. */
export function quoteIdent(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/** `"schema"."name"`. */
export function qualify(item: { schema: string; name: string }): string {
  return `${quoteIdent(item.schema)}.${quoteIdent(item.name)}`
}

/** Collects the parameters of one statement: which slot of the request each `$n` has. */
export class Parameters {
  readonly slots: Slot[] = []

  /** @returns the placeholder without a cast: PostgreSQL infers its type from the other operand. */
  add(slot: Slot): string {
    this.slots.push(slot)
    return `$${this.slots.length}`
  }
}
