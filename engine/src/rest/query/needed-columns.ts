import type { PlanField, ReadPlan } from '../plan/read-plan.ts'
import { qualify, quoteIdent } from './sql.ts'
import { embedsByRow, ROW, rowSql, withoutStar, withRow } from './whole-row.ts'

/**
 * The columns of a node's own relation that its select list, order and embeds read, and no others, because the
 * caller needs the right to read each of them. Functions that read like columns are called here; for those that embed,
 * the row goes along as a whole.
 * @param keys further columns.
 */
export function neededColumnsSql(read: ReadPlan | undefined, keys: readonly string[]): string {
  const alias = quoteIdent(read?.alias ?? 't0')
  const row = rowSql(read ?? { alias: 't0' })
  const columns = new Set<string>(keys)
  const computed = new Map<string, string>()
  let star = false
  const use = (field: PlanField) => {
    if (field.computed) computed.set(field.column, qualify(field.computed))
    else columns.add(field.column)
  }
  for (const item of read?.items ?? []) {
    if (item.kind === 'star') star = true
    else if ((item.kind === 'column' || item.kind === 'aggregate') && item.field) use(item.field)
  }
  for (const term of read?.order ?? []) if (!term.embed) use(term.field)
  for (const { relationship } of read?.embeds ?? [])
    for (const [column] of relationship.junction?.source ?? relationship.columns) columns.add(column)
  const list = [
    ...(star ? [`${alias}.*`] : [...columns].map((name) => `${alias}.${quoteIdent(name)}`)),
    ...[...computed].map(([name, call]) => `${call}(${row}) AS ${quoteIdent(name)}`),
    ...(read && embedsByRow(read) ? [`${row} AS ${ROW}`] : []),
  ]
  return list.length > 0 ? list.join(', ') : '1'
}

/** The same plan over rows of {@link neededColumnsSql}, where computed columns are columns like any other. */
export function overNeededColumns(read: ReadPlan): ReadPlan {
  const plain = (field: PlanField): PlanField => {
    const { computed, ...rest } = field
    return computed ? rest : field
  }
  const { row, ...over } = embedsByRow(read) ? withRow(read) : { ...read, items: withoutStar(read), row: undefined }
  return {
    ...over,
    ...(row !== undefined && { row }),
    items: over.items.map((item) => {
      if (item.kind === 'aggregate') return item.field ? { ...item, field: plain(item.field) } : item
      return item.kind === 'column' ? { ...item, field: plain(item.field) } : item
    }),
    order: read.order.map((term) => (term.embed ? term : { ...term, field: plain(term.field) })),
  }
}
