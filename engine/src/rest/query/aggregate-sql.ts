import type { AggregateItem } from '../plan/read-plan.ts'
import { fieldSql } from './field-sql.ts'
import type { RowSource } from './row-sql.ts'
import { type Parameters, quoteIdent } from './sql.ts'

/** The operand of an aggregate for one row; undefined for `count()`. */
function bareSql(source: RowSource, item: AggregateItem, params: Parameters): string | undefined {
  if (!item.field) return undefined
  const field = fieldSql(source, item.field, params)
  return item.cast === undefined ? field : `CAST(${field} AS ${item.cast})`
}

/** A node's own aggregate as a column. */
export function aggregateSql(source: RowSource, item: AggregateItem, params: Parameters): string {
  return namedSql(item, bareSql(source, item, params) ?? '*')
}

/** The operand of an aggregate that the parent computes; it is null where there is no row, so nothing is counted. */
export function leftToParentSql(source: RowSource, item: AggregateItem, params: Parameters): string {
  return `${bareSql(source, item, params) ?? '1'} AS ${quoteIdent(item.bare)}`
}

/** A column of a to-one spread: the aggregate is computed here, or passed on to the next parent. */
export function spreadAggregateSql(embed: string, item: AggregateItem, handOn: boolean): string {
  const value = `${quoteIdent(embed)}.${quoteIdent(item.bare)}`
  return handOn ? `${value} AS ${quoteIdent(item.bare)}` : namedSql(item, value)
}

function namedSql({ function: name, resultCast, as }: AggregateItem, value: string): string {
  const result = `pg_catalog.${name}(${value})`
  return `${resultCast === undefined ? result : `CAST(${result} AS ${resultCast})`} AS ${quoteIdent(as)}`
}
