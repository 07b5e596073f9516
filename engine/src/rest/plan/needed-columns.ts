import type { ComputedColumn } from '../schema-cache/model.ts'
import type { NeededColumns, PlanField, ReadPlan } from './read-plan.ts'
import { embedsByRow, withoutStar } from './whole-row.ts'

/**
 * The columns of a node's own relation that its select list, order and embeds read, and no others, because the
 * caller needs the right to read each of them. Functions that read like columns are called at this point; for functions
 * that embed, the whole row is passed on.
 * @param keys further columns.
 */
export function neededColumns(read: ReadPlan | undefined, keys: readonly string[] = []): NeededColumns {
  const names = new Set<string>(keys)
  const computed = new Map<string, ComputedColumn>()
  let star = false
  const use = (field: PlanField) => {
    if (field.computed) computed.set(field.column, field.computed)
    else names.add(field.column)
  }
  for (const item of read?.items ?? []) {
    if (item.kind === 'star') star = true
    else if ((item.kind === 'column' || item.kind === 'aggregate') && item.field) use(item.field)
  }
  for (const term of read?.order ?? []) if (!term.embed) use(term.field)
  for (const { relationship } of read?.embeds ?? [])
    for (const [column] of relationship.junction?.source ?? relationship.columns) names.add(column)
  return { star, names, computed, row: read !== undefined && embedsByRow(read) }
}

/** The same plan over rows of {@link neededColumns}, where computed columns have become ordinary ones. */
export function overNeededColumns(read: ReadPlan): ReadPlan {
  const plain = (field: PlanField): PlanField => {
    const { computed, ...rest } = field
    return computed ? rest : field
  }
  return {
    ...read,
    rowColumn: embedsByRow(read),
    items: withoutStar(read).map((item) => {
      if (item.kind === 'aggregate') return item.field ? { ...item, field: plain(item.field) } : item
      return item.kind === 'column' ? { ...item, field: plain(item.field) } : item
    }),
    order: read.order.map((term) => (term.embed ? term : { ...term, field: plain(term.field) })),
  }
}
