import type { Slot } from '../api-request/types.ts'
import { restErrors } from '../errors.ts'
import type { Parameters } from './sql.ts'

const PUT = restErrors.putKey()

/** Conditions on the number of rows of a write; if they do not hold, the write is rolled back. */
export interface Guards {
  /** Exactly one row (PGRST116). */
  singular: boolean
  /** The one row of a PUT, which its body must have (PGRST115); twice is PostgreSQL's 21000, as for any upsert. */
  put?: boolean
  /** The most rows allowed (PGRST124). */
  maxAffected?: Slot
}

/**
 * SQL that raises inside the statement, so that the written rows are rolled back in the same round trip.
 * @param count SQL of the number of rows.
 */
export function guardSql(guards: Guards, count: string, params: Parameters): string | undefined {
  const cases: string[] = []
  if (guards.maxAffected !== undefined)
    cases.push(
      `WHEN ${count} > ${params.add(guards.maxAffected)}::bigint THEN engine.raise_pgrst('PGRST124', ` +
        `'Query result exceeds max-affected preference constraint', pg_catalog.format('The query affects %s rows', ${count}), NULL, 400)`,
    )
  if (guards.put)
    cases.push(`WHEN ${count} <> 1 THEN engine.raise_pgrst('${PUT.code}', '${PUT.message}', NULL, NULL, ${PUT.status})`)
  if (guards.singular)
    cases.push(
      `WHEN ${count} <> 1 THEN engine.raise_pgrst('PGRST116', ` +
        `'Cannot coerce the result to a single JSON object', pg_catalog.format('The result contains %s rows', ${count}), NULL, 406)`,
    )
  return cases.length === 0 ? undefined : `CASE ${cases.join(' ')} END`
}
