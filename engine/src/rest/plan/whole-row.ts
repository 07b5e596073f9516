import type { PlanCondition, PlanItem, ReadPlan } from './read-plan.ts'

/** Whether the node embeds by a function of its row. */
export function embedsByRow({ embeds }: Pick<ReadPlan, 'embeds'>): boolean {
  return embeds.some(({ relationship }) => relationship.via !== undefined)
}

/** Whether the node reads, embeds, filters or sorts by a function of its row. */
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

/** The same plan over rows that have the whole row beside their columns; a star must not show it. */
export function withRowColumn(plan: ReadPlan): ReadPlan {
  return { ...plan, rowColumn: true, items: withoutStar(plan) }
}

/** The select list with every column of the relation in place of a star. */
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
