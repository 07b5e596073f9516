import type { AggregateFunction, FilterTest, IsValue, JsonStep, Slot } from '../api-request/types.ts'
import type {
  Column,
  ComputedColumn,
  Relation,
  Relationship,
  Representation,
  SqlFunction,
} from '../schema-cache/model.ts'

/** An existing column, or a place inside it. */
export interface PlanField {
  column: string
  type: string
  isJson: boolean
  isVector?: boolean
  represented?: Representation
  computed?: ComputedColumn
  path: readonly JsonStep[]
}

export type PlanItem =
  | { kind: 'star' }
  /** `show` returns the JSON of the value. */
  | { kind: 'column'; field: PlanField; as: string; cast?: string; show?: SqlFunction }
  /** `count` when no column has that name: the number of rows. */
  | { kind: 'count'; as: string }
  | AggregateItem
  | { kind: 'embed'; embed: EmbedPlan; as: string }
  | { kind: 'spread'; embed: EmbedPlan }

/** An aggregate of a column, or of the rows if it names none. */
export interface AggregateItem {
  kind: 'aggregate'
  function: AggregateFunction
  field?: PlanField
  cast?: string
  resultCast?: string
  as: string
  /** Name of the bare value when a to-one spread leaves the aggregate to its parent. */
  bare: string
}

export type PlanCondition =
  | { kind: 'and' | 'or'; not: boolean; items: PlanCondition[] }
  | { kind: 'filter'; not: boolean; field: PlanField; test: FilterTest }
  | { kind: 'embedNull'; embed: EmbedPlan; isNull: boolean }

export interface PlanOrder {
  field: PlanField
  /** The to-one embed that has the column. */
  embed?: EmbedPlan
  direction?: 'asc' | 'desc'
  nulls?: 'first' | 'last'
}

/** One node of a resource embedding; the root is the requested relation or a function's result. */
export interface ReadPlan {
  /** Table alias in the statement: `t0` for the root. */
  alias: string
  /** The rows have a column with the whole row (rows of a write, a function or a page); else the alias is the row. */
  rowColumn?: boolean
  /** Name of the node in errors. */
  name: string
  /** Undefined for a function whose rows belong to no exposed relation. */
  relation: Relation | undefined
  columns: ReadonlyMap<string, Column>
  items: PlanItem[]
  where: PlanCondition[]
  order: PlanOrder[]
  limit?: Slot
  offset?: Slot
  embeds: EmbedPlan[]
  /** The window is cut from rows of these columns, and the rest of the node reads the remaining rows. */
  page?: { columns: NeededColumns; over: ReadPlan }
}

/** The columns that one part of a statement passes on to the part that reads them. */
export interface NeededColumns {
  star: boolean
  names: ReadonlySet<string>
  /** Functions that read like columns, by the name of the column. */
  computed: ReadonlyMap<string, ComputedColumn>
  /** Whether the whole row is passed on. */
  row: boolean
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

/** An embed of which something is selected; one with an empty select list, or only with such embeds, only filters. */
export function isJoined(item: PlanItem): item is Extract<PlanItem, { embed: EmbedPlan }> {
  return (item.kind === 'embed' || item.kind === 'spread') && item.embed.node.items.some(isPutOut)
}

function isPutOut(item: PlanItem): boolean {
  return (item.kind !== 'embed' && item.kind !== 'spread') || isJoined(item)
}

/** The only filters on an embed as a whole: whether it is null. */
export function embedNullTest(not: boolean, test: FilterTest): boolean | undefined {
  const value: IsValue | undefined = test.type === 'is' ? test.value : undefined
  if (value === 'null') return !not
  if (value === 'not_null') return not
  return undefined
}

/** An output column of a node, and the select item that it comes from. */
export interface Output {
  name: string
  item: PlanItem
  aggregate?: AggregateItem
}

/** The output columns of a node, in order; a star stands for all columns of the relation. */
export function outputs(plan: ReadPlan): Output[] {
  return plan.items.flatMap((item): Output[] => {
    if (item.kind === 'star') return [...plan.columns.keys()].map((name) => ({ name, item }))
    if (item.kind === 'spread') return outputs(item.embed.node)
    return [{ name: item.as, item, ...(item.kind === 'aggregate' && { aggregate: item }) }]
  })
}

/** Whether the node's rows are grouped, by its own aggregates or by those of its spreads. */
export function isAggregated(plan: ReadPlan): boolean {
  return outputs(plan).some(({ aggregate }) => aggregate !== undefined)
}

/**
 * Whether the node returns lists inside of lists. The number of rows that the database reads for them grows with each
 * level, and is not bounded by the limits of the outer ones.
 */
export function nestsLists({ embeds }: ReadPlan, inList = false): boolean {
  return embeds.some(({ toOne, node }) => (inList && !toOne) || nestsLists(node, inList || !toOne))
}
