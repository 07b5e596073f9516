import type { FieldRef } from '../api-request/types.ts'
import { restErrors } from '../errors.ts'
import type { SchemaCache } from '../schema-cache/model.ts'
import type { PlanField, ReadPlan } from './read-plan.ts'

type Columns = Pick<ReadPlan, 'name' | 'columns' | 'relation'>

/**
 * Finds a column, or a function that reads like a column.
 * @throws {RestError} 42703 with PostgreSQL's message when there is none.
 */
export function resolveField(node: Columns, field: FieldRef): PlanField {
  const column = node.columns.get(field.name)
  const { path } = field
  if (column) {
    const { name, type, isJson, isVector, represented } = column
    return { column: name, type, isJson, ...(isVector && { isVector }), ...(represented && { represented }), path }
  }
  const computed = node.relation?.computed.get(field.name)
  if (computed)
    return { column: computed.name, type: 'text', isJson: false, isVector: computed.isVector === true, computed, path }
  throw restErrors.undefinedColumn(node.name, field.name)
}

const CASTS = new Map(
  `text varchar bpchar char smallint int2 integer int int4 bigint int8 numeric decimal real float4 float8 boolean bool
   date time timetz timestamp timestamptz interval uuid json jsonb bytea inet cidr money`
    .split(/\s+/)
    .map((name) => [name, name]),
).set('double precision', 'double precision')

/**
 * The SQL of a cast in a select list. Only plain types and the schema's own enums and domains are allowed:
 * casts such as `regclass` would read the catalogue.
 */
export function resolveCast(cache: SchemaCache, cast: string): string {
  const isArray = cast.endsWith('[]')
  const name = isArray ? cast.slice(0, -2).trim() : cast
  const sql = CASTS.get(name.toLowerCase()) ?? cache.types.get(name)
  if (sql === undefined) throw restErrors.undefinedType(name)
  return isArray ? `${sql}[]` : sql
}
