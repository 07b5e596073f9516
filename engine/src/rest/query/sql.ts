import type { Slot } from '../api-request/types.ts'

/** Quotes an identifier; doubling the quote is all that PostgreSQL asks for, NUL was refused when it was read. */
export function quoteIdent(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/** `"schema"."name"`. */
export function qualify(item: { schema: string; name: string }): string {
  return `${quoteIdent(item.schema)}.${quoteIdent(item.name)}`
}

/** Collects the parameters of one statement: which slot of the request each `$n` takes. */
export class Parameters {
  readonly slots: Slot[] = []

  /** @returns the placeholder, without a cast: PostgreSQL gives it the type of what it is compared with. */
  add(slot: Slot): string {
    this.slots.push(slot)
    return `$${this.slots.length}`
  }
}
