/** Rows of the catalogue queries, as PostgreSQL returns them. Attribute numbers are 1-based. */
export interface RelationRow {
  oid: string
  name: string
  is_view: boolean
  /** Bits: 4 for update, 8 for insert, 16 for delete. */
  writes: number
  description: string | null
  columns: {
    num: number
    name: string
    type: string
    isJson: boolean
    isVector: boolean
    defaultSql: string | null
  }[]
  primary_key: number[] | null
  uniques: number[][]
  rule: string | null
}

export interface HiddenRelationRow {
  oid: string
  name: string
  primary_key: number[] | null
  uniques: number[][]
  rule: string | null
}

export interface ForeignKeyRow {
  name: string
  source: string
  target: string
  source_columns: number[]
  target_columns: number[]
}

export interface RoutineRow {
  name: string
  returns_set: boolean
  /** Declared with `rows 1`. */
  one_row: boolean
  volatile: boolean
  variadic: boolean
  default_count: number
  args: { name: string; mode: string; type: string; isJson: boolean; relation: string }[] | null
  /** What the function sets while it runs: `name=value`. */
  settings: string[] | null
  /** Of the type below a domain, as all that follow. */
  result_kind: string
  result_type: string
  is_vector: boolean
  is_binary: boolean
  /** The name of the domain; null for other types. */
  result_domain: string | null
  result_relation: string
  result_columns: { name: string; type: string; isJson: boolean }[] | null
}

export interface MediaHandlerRow {
  schema: string
  name: string
  relation: string
  type: string
  binary: boolean
}

export interface RepresentationRow {
  /** The domain, as the type of a column is written. */
  type: string
  schema: string
  name: string
  use: 'toJson' | 'fromJson' | 'fromText'
}
