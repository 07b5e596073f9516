import type { PlanField } from '../plan/read-plan.ts'
import { type RowSource, rowSql } from './row-sql.ts'
import { type Parameters, qualify, quoteIdent } from './sql.ts'

/** A column of the table alias, or the place in it that a JSON path names. */
export function fieldSql(source: RowSource, field: PlanField, params: Parameters): string {
  const column = field.computed
    ? `${qualify(field.computed)}(${rowSql(source)})`
    : `${quoteIdent(source.alias)}.${quoteIdent(field.column)}`
  if (field.path.length === 0) return column
  const start = field.isJson ? column : `to_jsonb(${column})`
  return field.path.reduce(
    (sql, step) => `(${sql}${step.arrow}${params.add(step.slot)}::${step.index ? 'int' : 'text'})`,
    start,
  )
}
