import type { PlanCondition, PlanItem, ReadPlan } from '../plan/read-plan.ts'
import { quoteIdent } from './sql.ts'

/** Column under which a row goes along as a whole, for functions that take it. */
export const ROW = '"#row"'

/** A table alias, and where its whole row is if not there. */
export type RowSource = Pick<ReadPlan, 'alias' | 'row'>

/** The whole row as the argument of a function. */
export function rowSql({ alias, row }: RowSource): string {
  return row ?? quoteIdent(alias)
}

/** Whether an embed of the node is found by a function of the node's row. */
export function embedsByRow({ embeds }: Pick<ReadPlan, 'embeds'>): boolean {
  return embeds.some(({ relationship }) => relationship.via !== undefined)
}

/** Whether anything that the node reads, filters or sorts by is found by a function of its row. */
export function needsRow(plan: ReadPlan): boolean {
  const filtered = (condition: PlanCondition): boolean => {
    if (condition.kind === 'filter') return condition.field.computed !== undefined
    return condition.kind !== 'embedNull' && condition.items.some(filtered)
  }
  return (
    embedsByRow(plan) ||
    plan.items.some(
      (item) => (item.kind === 'column' || item.kind === 'aggregate') && item.field?.computed !== undefined,
    ) ||
    plan.order.some(({ embed, field }) => !embed && field.computed !== undefined) ||
    plan.where.some(filtered)
  )
}

/** The same plan over rows that have {@link ROW} beside their columns, which a star must not show. */
export function withRow(plan: ReadPlan): ReadPlan {
  return { ...plan, row: `${quoteIdent(plan.alias)}.${ROW}`, items: withoutStar(plan) }
}

/** The select list with each column of the relation in place of a star. */
export function withoutStar({ items, columns }: Pick<ReadPlan, 'items' | 'columns'>): PlanItem[] {
  return items.flatMap((item): PlanItem[] => {
    if (item.kind !== 'star') return [item]
    return [...columns.values()].map(({ name, type, isJson }) => ({
      kind: 'column',
      field: { column: name, type, isJson, path: [] },
      as: name,
    }))
  })
}
