import type { AggregateFunction, FilterTest, IsValue, JsonStep, Slot } from '../api-request/types.ts'
import type { Column, ComputedColumn, Relation, Relationship } from '../schema-cache/model.ts'

/** A column that is known to exist, or a place inside it. */
export interface PlanField {
  column: string
  type: string
  isJson: boolean
  computed?: ComputedColumn
  path: readonly JsonStep[]
}

export type PlanItem =
  | { kind: 'star' }
  | { kind: 'column'; field: PlanField; as: string; cast?: string }
  /** `count` where no column has that name: the number of rows. */
  | { kind: 'count'; as: string }
  | AggregateItem
  | { kind: 'embed'; embed: EmbedPlan; as: string }
  | { kind: 'spread'; embed: EmbedPlan }

/** An aggregate of a column, of rows without one. */
export interface AggregateItem {
  kind: 'aggregate'
  function: AggregateFunction
  field?: PlanField
  cast?: string
  resultCast?: string
  as: string
  /** What the bare value is called on its way up, when a to-one spread leaves the aggregate to its parent. */
  bare: string
}

export type PlanCondition =
  | { kind: 'and' | 'or'; not: boolean; items: PlanCondition[] }
  | { kind: 'filter'; not: boolean; field: PlanField; test: FilterTest }
  | { kind: 'embedNull'; embed: EmbedPlan; isNull: boolean }

export interface PlanOrder {
  field: PlanField
  /** The to-one embed whose column it is. */
  embed?: EmbedPlan
  direction?: 'asc' | 'desc'
  nulls?: 'first' | 'last'
}

/** One node of a resource embedding; the root is the requested relation or a function's result. */
export interface ReadPlan {
  /** Table alias in the statement: `t0` for the root. */
  alias: string
  /** SQL of the whole row, where that is not the alias itself: of rows that a write or a function returned. */
  row?: string
  /** What errors call it. */
  name: string
  /** Undefined for a function whose rows are of no exposed relation. */
  relation: Relation | undefined
  columns: ReadonlyMap<string, Column>
  items: PlanItem[]
  where: PlanCondition[]
  order: PlanOrder[]
  limit?: Slot
  offset?: Slot
  embeds: EmbedPlan[]
}

export interface EmbedPlan {
  /** Alias of the join: `e1`. */
  alias: string
  /** Key under which filters and order of the query string find it. */
  name: string
  target: string
  relationship: Relationship
  toOne: boolean
  inner: boolean
  node: ReadPlan
}

/** The only tests an embed as a whole can stand. */
export function embedNullTest(not: boolean, test: FilterTest): boolean | undefined {
  const value: IsValue | undefined = test.type === 'is' ? test.value : undefined
  if (value === 'null') return !not
  if (value === 'not_null') return not
  return undefined
}

/** A column that a node puts out, and the item of a select list that it comes from. */
export interface Output {
  name: string
  item: PlanItem
  aggregate?: AggregateItem
}

/** What a node puts out, in order; a star stands for all columns of the relation. */
export function outputs(plan: ReadPlan): Output[] {
  return plan.items.flatMap((item): Output[] => {
    if (item.kind === 'star') return [...plan.columns.keys()].map((name) => ({ name, item }))
    if (item.kind === 'spread') return outputs(item.embed.node)
    return [{ name: item.as, item, ...(item.kind === 'aggregate' && { aggregate: item }) }]
  })
}

/** Whether the node's rows are put together: by aggregates of its own, or of what is spread into it. */
export function isAggregated(plan: ReadPlan): boolean {
  return outputs(plan).some(({ aggregate }) => aggregate !== undefined)
}
