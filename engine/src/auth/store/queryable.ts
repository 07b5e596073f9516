import type { Database } from '../../db/port.ts'

/** Where a store's statements run: the database itself or an open transaction. */
export type Queryable = Pick<Database, 'query'>

/** A time from PostgreSQL's JSON; `infinity` becomes the latest moment that JavaScript can represent. */
export function time(value: string | null): Date | undefined {
  if (value === null) return undefined
  if (value === 'infinity') return new Date(8.64e15)
  return new Date(value)
}
