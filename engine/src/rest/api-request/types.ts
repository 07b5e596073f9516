/** Index into the request's values: the shape of a request holds slots, never the values themselves. */
export type Slot = number

/** Types of a body that is passed on as it is. */
export type BodyType = 'text' | 'xml' | 'bytea'

/** One step of a JSON path; the key is bound as a value like any other. */
export interface JsonStep {
  arrow: '->' | '->>'
  slot: Slot
  /** The key is an array position. */
  index: boolean
  /** The key's text, kept only where it names the output column (select). */
  name?: string
}

/** A column, or a place inside a JSON column. */
export interface FieldRef {
  name: string
  path: JsonStep[]
}

export interface SelectField {
  kind: 'field'
  field: FieldRef
  alias?: string
  cast?: string
}

export interface SelectEmbed {
  kind: 'embed'
  name: string
  alias?: string
  hint?: string
  inner: boolean
  spread: boolean
  items: SelectItem[]
}

export type AggregateFunction = 'avg' | 'count' | 'max' | 'min' | 'sum'

/** `amount::int.sum()::text`: an aggregate; the select list's other columns are grouped by. */
export interface SelectAggregate {
  kind: 'aggregate'
  function: AggregateFunction
  /** Absent for `count()`, which counts rows. */
  field?: FieldRef
  /** Cast of the column before the aggregate, and cast of the result. */
  cast?: string
  resultCast?: string
  alias?: string
}

export type SelectItem = { kind: 'star' } | SelectField | SelectAggregate | SelectEmbed

export type BinaryOperator =
  | 'eq'
  | 'neq'
  | 'gt'
  | 'gte'
  | 'lt'
  | 'lte'
  | 'like'
  | 'ilike'
  | 'cs'
  | 'cd'
  | 'ov'
  | 'sl'
  | 'sr'
  | 'nxr'
  | 'nxl'
  | 'adj'
export type TextSearchOperator = 'fts' | 'plfts' | 'phfts' | 'wfts'
export type IsValue = 'null' | 'not_null' | 'true' | 'false' | 'unknown'

export type FilterTest =
  | { type: 'binary'; op: BinaryOperator; quantifier?: 'any' | 'all'; slot: Slot }
  | { type: 'in'; slot: Slot }
  | { type: 'is'; value: IsValue }
  | { type: 'distinct'; slot: Slot }
  | { type: 'fts'; op: TextSearchOperator; language?: Slot; slot: Slot }

export interface Filter {
  kind: 'filter'
  field: FieldRef
  not: boolean
  test: FilterTest
}

export interface Logic {
  kind: 'and' | 'or'
  not: boolean
  items: Condition[]
}

export type Condition = Filter | Logic

export interface OrderTerm {
  /** Name of a to-one embed whose column orders the parent. */
  relation?: string
  field: FieldRef
  direction?: 'asc' | 'desc'
  nulls?: 'first' | 'last'
}

/** A clause for one node of the embed tree; the root's path is empty. */
export interface AtPath<T> {
  path: string[]
  value: T
}

/** The parsed query string. Nothing has been looked up in the schema yet. */
export interface QueryParams {
  select: SelectItem[]
  conditions: AtPath<Condition>[]
  orders: AtPath<OrderTerm[]>[]
  /** Row windows of embeds; the root's are numbers below because status and headers depend on them. */
  embedLimits: AtPath<Slot>[]
  embedOffsets: AtPath<Slot>[]
  limit?: number
  offset?: number
  columns?: string[]
  onConflict?: string[]
  /** Arguments of a function called with GET or HEAD. */
  args: { name: string; slot: Slot }[]
}
