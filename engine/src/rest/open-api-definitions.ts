import type { DescribedColumn } from './open-api-sql.ts'
import type { Relation, SchemaCache } from './schema-cache/model.ts'

/** The definition of a relation, with the notes on keys that generators of clients read. */
export function definition(cache: SchemaCache, relation: Relation, columns: readonly DescribedColumn[]): object {
  const required = columns.filter((column) => column.required).map(({ name }) => name)
  return {
    ...(relation.description !== undefined && { description: relation.description }),
    ...(required.length > 0 && { required }),
    properties: Object.fromEntries(columns.map((column) => [column.name, property(cache, relation, column)])),
    type: 'object',
  }
}

function property(cache: SchemaCache, relation: Relation, column: DescribedColumn): object {
  const { name, type, comment, maxLength } = column
  const notes = [
    ...(relation.primaryKey.includes(name) ? ['This is a Primary Key.<pk/>'] : []),
    ...foreignKeys(cache, relation, name).map(
      ([table, key]) => `This is a Foreign Key to \`${table}.${key}\`.<fk table='${table}' column='${key}'/>`,
    ),
  ]
  const about = [...(comment === null ? [] : [comment]), ...(notes.length > 0 ? [`Note:\n${notes.join('\n')}`] : [])]
  const preset = defaultValue(column)
  return {
    ...(preset !== undefined && { default: preset }),
    ...(about.length > 0 && { description: about.join('\n\n') }),
    ...(column.enum && { enum: column.enum }),
    format: type,
    ...(maxLength !== null && { maxLength }),
    ...jsonType(type),
  }
}

/** The table and column that a column refers to by a key of its own; at most one. */
function foreignKeys(cache: SchemaCache, relation: Relation, column: string): [string, string][] {
  const key = (cache.relationships.get(relation.name) ?? []).find(
    ({ owning, columns, to }) =>
      owning && columns.length === 1 && columns[0]?.[0] === column && !cache.relations.get(to)?.isView,
  )
  return key?.columns[0] ? [[key.to, key.columns[0][1]]] : []
}

/** A constant default; undefined for an expression, which is for PostgreSQL to compute. */
function defaultValue({ type, ...column }: DescribedColumn): unknown {
  if (column.default === null) return undefined
  const [, text] = /^'((?:[^']|'')*)'(?:::[\w ".[\]]+)?$/.exec(column.default) ?? []
  const value = text?.replaceAll("''", "'") ?? column.default
  if (jsonType(type).type === 'string') return text === undefined ? column.default : value
  try {
    return JSON.parse(value)
  } catch {
    return undefined
  }
}

/** The JSON type of a column; none for JSON, which may be anything. */
export function jsonType(type: string): { type?: string; items?: object } {
  if (type.endsWith('[]')) return { type: 'array', items: jsonType(type.slice(0, -2)) }
  if (type === 'json' || type === 'jsonb') return {}
  if (/^(?:smallint|integer|bigint)$/.test(type)) return { type: 'integer' }
  if (/^(?:numeric|real|double precision)/.test(type)) return { type: 'number' }
  return { type: type === 'boolean' ? 'boolean' : 'string' }
}
