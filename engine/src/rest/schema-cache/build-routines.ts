import { toColumn } from './build-relations.ts'
import type { MediaHandlerRow, RoutineRow } from './catalogue-rows.ts'
import type { Argument, Column, ComputedColumn, MadeMedia, MediaHandler, Relationship, Routine } from './model.ts'

/** Functions by name, with their overloads. */
export function buildRoutines(
  schema: string,
  rows: readonly RoutineRow[],
  relationNames: ReadonlyMap<string, string>,
): Map<string, Routine[]> {
  const routines = new Map<string, Routine[]>()
  for (const row of rows) {
    const routine = buildRoutine(schema, row, relationNames)
    routines.set(row.name, [...(routines.get(row.name) ?? []), routine])
  }
  return routines
}

function buildRoutine(schema: string, row: RoutineRow, relationNames: ReadonlyMap<string, string>): Routine {
  const all = row.args ?? []
  const inputs = all.filter(({ mode }) => mode === 'i' || mode === 'b' || mode === 'v')
  const args: Argument[] = inputs.map((arg, index) => ({
    name: arg.name,
    type: arg.type,
    required: index < inputs.length - row.default_count,
    variadic: arg.mode === 'v',
  }))
  const only = inputs.length === 1 ? inputs[0] : undefined
  const outputs = all.filter(({ mode }) => mode === 'o' || mode === 'b' || mode === 't')
  const columns = new Map<string, Column>(
    (row.result_columns ?? outputs).map((column) => [column.name, toColumn(column)]),
  )
  const composite = row.result_kind === 'c' || columns.size > 0
  const relation = relationNames.get(row.result_relation)
  return {
    schema,
    name: row.name,
    args,
    takesBody: only?.name === '' && isBodyType(only.type) ? only.type : undefined,
    returnsSet: row.returns_set,
    returns: row.result_type === 'void' ? 'void' : composite ? 'composite' : 'scalar',
    ...(relation !== undefined && { relation }),
    columns,
    volatile: row.volatile,
    settings: new Map(
      (row.settings ?? []).map((entry) => {
        const equals = entry.indexOf('=')
        return [entry.slice(0, equals), entry.slice(equals + 1)] as const
      }),
    ),
    ...(row.result_domain?.includes('/') && { media: madeMedia({ type: row.result_domain, binary: row.is_binary }) }),
  }
}

const BODY_TYPES = ['json', 'jsonb', 'text', 'xml', 'bytea'] as const

function isBodyType(type: string): type is (typeof BODY_TYPES)[number] {
  return BODY_TYPES.some((known) => known === type)
}

/** What a domain of this name makes; the domain for all types makes bytes of a type that nobody has named. */
function madeMedia({ type, binary }: { type: string; binary: boolean }): MadeMedia {
  const any = type === '*/*'
  return { type: any ? 'application/octet-stream' : type.toLowerCase(), any, binary }
}

/** The aggregates that make answers, by the relation whose rows they take. */
export function findMediaHandlers(
  rows: readonly MediaHandlerRow[],
  relationNames: ReadonlyMap<string, string>,
): Map<string, MediaHandler[]> {
  const found = new Map<string, MediaHandler[]>()
  for (const row of rows) {
    const relation = relationNames.get(row.relation)
    if (relation === undefined) continue
    const handler = { ...madeMedia(row), schema: row.schema, name: row.name }
    found.set(relation, [...(found.get(relation) ?? []), handler])
  }
  return found
}

/** Functions that take only a row of an exposed relation, and read like a column of it. */
export function findComputedColumns(
  schema: string,
  rows: readonly RoutineRow[],
  relationNames: ReadonlyMap<string, string>,
): Map<string, Map<string, ComputedColumn>> {
  const found = new Map<string, Map<string, ComputedColumn>>()
  for (const row of rows) {
    const relation = rowArgument(row, relationNames)
    if (relation === undefined || row.returns_set || row.result_type === 'void') continue
    const computed = found.get(relation) ?? new Map<string, ComputedColumn>()
    found.set(relation, computed.set(row.name, { name: row.name, schema, ...(row.is_vector && { isVector: true }) }))
  }
  return found
}

/**
 * Functions that take only a row of an exposed relation and return rows of one: embeds by the function's name,
 * to-one when the function returns a single row or is declared with `rows 1`.
 */
export function findComputedRelationships(
  schema: string,
  rows: readonly RoutineRow[],
  relationNames: ReadonlyMap<string, string>,
): Relationship[] {
  const found: Relationship[] = []
  for (const row of rows) {
    const from = rowArgument(row, relationNames)
    const to = relationNames.get(row.result_relation)
    if (from === undefined || to === undefined) continue
    found.push({
      from,
      to,
      cardinality: row.returns_set && !row.one_row ? 'one-to-many' : 'many-to-one',
      constraint: row.name,
      columns: [],
      owning: false,
      via: { schema, name: row.name, returnsSet: row.returns_set },
    })
  }
  return found
}

/** The exposed relation whose row is the function's only argument. */
function rowArgument({ args }: RoutineRow, relationNames: ReadonlyMap<string, string>): string | undefined {
  const [only, ...others] = args ?? []
  return only?.mode === 'i' && others.length === 0 ? relationNames.get(only.relation) : undefined
}
