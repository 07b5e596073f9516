import { REST_LIMITS } from '../api-request/limits.ts'
import type { Slot } from '../api-request/types.ts'
import { restErrors } from '../errors.ts'

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
  /** The most rows of one result, and of one embedded result. */
  readonly maxRows: number
  #subqueries = 0

  constructor(maxRows: number) {
    this.maxRows = maxRows
  }

  /** @returns the placeholder without a cast: PostgreSQL infers its type from the other operand. */
  add(slot: Slot): string {
    this.slots.push(slot)
    return `$${this.slots.length}`
  }

  /**
   * Counts a subquery before it is written. The conditions of an embed are repeated wherever the embed is asked for, so
   * that a few filters on each level of a request multiply; PostgreSQL plans them all, and its time limit does not end
   * planning.
   * @throws {RestError} PGRST100 above {@link REST_LIMITS.subqueries}.
   */
  countSubquery(): void {
    this.#subqueries += 1
    if (this.#subqueries > REST_LIMITS.subqueries)
      throw restErrors.limit(
        `The filters, inner joins and orders on embedded resources need more than ${REST_LIMITS.subqueries} subqueries`,
      )
  }
}
