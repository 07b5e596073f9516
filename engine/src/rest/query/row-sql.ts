import type { NeededColumns, ReadPlan } from '../plan/read-plan.ts'
import { qualify, quoteIdent } from './sql.ts'

/** Column that holds a whole row, for functions that take it. */
export const ROW = '"#row"'

/** A table alias, and where its whole row is found. */
export type RowSource = Pick<ReadPlan, 'alias' | 'rowColumn'>

/** The whole row as the argument of a function. */
export function rowSql({ alias, rowColumn }: RowSource): string {
  return rowColumn ? `${quoteIdent(alias)}.${ROW}` : quoteIdent(alias)
}

/** The columns of a relation that are passed on, as a select list. */
export function neededColumnsSql(source: RowSource, { star, names, computed, row }: NeededColumns): string {
  const alias = quoteIdent(source.alias)
  const list = [
    ...(star ? [`${alias}.*`] : [...names].map((name) => `${alias}.${quoteIdent(name)}`)),
    ...[...computed].map(([name, call]) => `${qualify(call)}(${rowSql(source)}) AS ${quoteIdent(name)}`),
    ...(row ? [`${rowSql(source)} AS ${ROW}`] : []),
  ]
  return list.length > 0 ? list.join(', ') : '1'
}
