/** Functions that stand between a domain's values and the client: shown as JSON, sent as JSON, named in a filter. */
export interface Representation {
  toJson?: SqlFunction
  fromJson?: SqlFunction
  fromText?: SqlFunction
}

export interface SqlFunction {
  schema: string
  name: string
}

/** A column of a relation or of a function's result. */
export interface Column {
  name: string
  /** Type in SQL, schema-qualified where needed, with its modifier: `character varying(50)`. */
  type: string
  /** Arrow operators apply to the column without a cast. */
  isJson: boolean
  /** A text search vector, or a domain over it. */
  isVector?: boolean
  represented?: Representation
  /** SQL text of the default, `nextval(…)` for identity columns; undefined without one. */
  defaultSql?: string
}

/** A function `f(row)` that reads like a column of the relation. */
export interface ComputedColumn {
  name: string
  schema: string
  isVector?: boolean
}

/** A media type that SQL makes: the finished text or bytes of an answer. */
export interface MadeMedia {
  /** The name of the domain, or `application/octet-stream` for the domain that stands for all types. */
  type: string
  /** The domain is the one for all types. */
  any: boolean
  /** The domain is over `bytea`. */
  binary: boolean
}

/** An aggregate that makes one answer of the rows of a relation. */
export interface MediaHandler extends MadeMedia {
  schema: string
  name: string
}

export interface Relation {
  schema: string
  name: string
  isView: boolean
  columns: ReadonlyMap<string, Column>
  computed: ReadonlyMap<string, ComputedColumn>
  /** Empty when there is none; a view has the keys of the tables of which it shows the whole key. */
  primaryKey: readonly string[]
  description?: string
  media: readonly MediaHandler[]
  /** What can be done with the rows, by whoever may. */
  writes: { insert: boolean; update: boolean; delete: boolean }
}

export interface Junction {
  relation: string
  /** Constraints from the junction to either side. */
  sourceConstraint: string
  targetConstraint: string
  /** `[source column, junction column]` and `[junction column, target column]`. */
  source: readonly (readonly [string, string])[]
  target: readonly (readonly [string, string])[]
}

/** How rows of one relation lead to rows of another. */
export interface Relationship {
  from: string
  to: string
  cardinality: 'many-to-one' | 'one-to-one' | 'one-to-many' | 'many-to-many'
  /** Foreign key; for many-to-many both names joined; for a computed relationship its function. */
  constraint: string
  /** `[column of from, column of to]`; empty for many-to-many. */
  columns: readonly (readonly [string, string])[]
  /** The foreign key's columns are on `from`. */
  owning: boolean
  junction?: Junction
  /** A function that takes a row of `from` and returns the rows of `to`; there are no columns then. */
  via?: { schema: string; name: string; returnsSet: boolean }
}

export interface Argument {
  name: string
  type: string
  required: boolean
  variadic: boolean
}

export interface Routine {
  schema: string
  name: string
  args: readonly Argument[]
  /** Takes one unnamed argument of such a type: the whole body. */
  takesBody: 'json' | 'jsonb' | 'text' | 'xml' | 'bytea' | undefined
  returnsSet: boolean
  /** `composite` results have columns; `scalar` is a bare value. */
  returns: 'void' | 'scalar' | 'composite'
  /** Name of the exposed relation whose rows are returned. */
  relation?: string
  columns: ReadonlyMap<string, Column>
  volatile: boolean
  /** What the function sets while it runs, by name. */
  settings: ReadonlyMap<string, string>
  /** The result is the whole answer, of this type. */
  media?: MadeMedia
}

/** Everything that requests can name. Never changed once built: a reload replaces the whole. */
export interface SchemaCache {
  schema: string
  relations: ReadonlyMap<string, Relation>
  relationships: ReadonlyMap<string, readonly Relationship[]>
  routines: ReadonlyMap<string, readonly Routine[]>
  /** Enum and domain types of the exposed schema, by name, in SQL. */
  types: ReadonlyMap<string, string>
}

/** To-one relationships embed an object, the others an array. */
export function isToOne(relationship: Relationship): boolean {
  return relationship.cardinality === 'many-to-one' || relationship.cardinality === 'one-to-one'
}
