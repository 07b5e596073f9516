/** Rows of the catalogue queries, as PostgreSQL returns them. Attribute numbers are 1-based. */
export interface RelationRow {
  oid: string
  name: string
  is_view: boolean
  description: string | null
  columns: { num: number; name: string; type: string; isJson: boolean; defaultSql: string | null }[]
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
  result_kind: string
  result_type: string
  result_relation: string
  result_columns: { name: string; type: string; isJson: boolean }[] | null
}
