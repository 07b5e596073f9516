import { allowedMethods } from './allowed-methods.ts'
import { jsonType } from './open-api-definitions.ts'
import type { Relation, Routine, SchemaCache } from './schema-cache/model.ts'

/** Media types of bodies and answers. */
export const MEDIA_TYPES = [
  'application/json',
  'application/vnd.pgrst.object+json;nulls=stripped',
  'application/vnd.pgrst.object+json',
  'text/csv',
]

/** Parameters that several operations share. */
export function parameters(relations: readonly Relation[]): Record<string, object> {
  const query = (name: string, description: string) => ({
    name,
    description,
    required: false,
    in: 'query',
    type: 'string',
  })
  const header = (name: string, description: string, more: object = {}) => ({
    name,
    description,
    required: false,
    in: 'header',
    type: 'string',
    ...more,
  })
  const prefer = (values: string[]) => header('Prefer', 'Preference', { enum: values })
  const returned = ['return=representation', 'return=minimal', 'return=none']
  const shared: Record<string, object> = {
    preferReturn: prefer(returned),
    preferCount: prefer(['count=none']),
    preferPost: prefer([...returned, 'resolution=ignore-duplicates', 'resolution=merge-duplicates']),
    select: query('select', 'Filtering Columns'),
    on_conflict: query('on_conflict', 'On Conflict'),
    order: query('order', 'Ordering'),
    range: header('Range', 'Limiting and Pagination'),
    rangeUnit: header('Range-Unit', 'Limiting and Pagination', { default: 'items' }),
    offset: query('offset', 'Limiting and Pagination'),
    limit: query('limit', 'Limiting and Pagination'),
  }
  for (const { name, columns } of relations) {
    const schema = { $ref: `#/definitions/${name}` }
    shared[`body.${name}`] = { name, description: name, required: false, in: 'body', schema }
    for (const column of columns.keys())
      shared[`rowFilter.${name}.${column}`] = { name: column, required: false, in: 'query', type: 'string' }
  }
  return shared
}

const parametersOf = (names: readonly string[]) => names.map((name) => ({ $ref: `#/parameters/${name}` }))

/** The operations on a relation, by what can be done with it. */
export function relationPath(cache: SchemaCache, { name, description, columns }: Relation): object {
  const [summary, ...rest] = description?.split('\n') ?? []
  const about = {
    tags: [name],
    ...(summary !== undefined && { summary }),
    ...(rest.length > 0 && { description: rest.join('\n').replace(/^\n+/, '') }),
  }
  const filters = [...columns.keys()].map((column) => `rowFilter.${name}.${column}`)
  const window = ['select', 'order', 'range', 'rangeUnit', 'offset', 'limit', 'preferCount']
  const rows = { items: { $ref: `#/definitions/${name}` }, type: 'array' }
  const none = { '204': { description: 'No Content' } }
  const operations: Record<string, object> = {
    get: {
      ...about,
      parameters: parametersOf([...filters, ...window]),
      responses: { '200': { description: 'OK', schema: rows }, '206': { description: 'Partial Content' } },
    },
    post: {
      ...about,
      parameters: parametersOf([`body.${name}`, 'select', 'preferPost']),
      responses: { '201': { description: 'Created' } },
    },
    delete: { ...about, parameters: parametersOf([...filters, 'preferReturn']), responses: none },
    patch: { ...about, parameters: parametersOf([...filters, `body.${name}`, 'preferReturn']), responses: none },
  }
  const allowed = new Set(
    allowedMethods(cache, `/${encodeURIComponent(name)}`)
      ?.toLowerCase()
      .split(','),
  )
  return Object.fromEntries(Object.entries(operations).filter(([method]) => allowed.has(method)))
}

/** The call of a function: with POST, and with GET if it changes nothing. */
export function routinePath({ name, args, volatile }: Routine): object {
  const tags = [`(rpc) ${name}`]
  const responses = { '200': { description: 'OK' } }
  const properties = Object.fromEntries(args.map((arg) => [arg.name, { format: arg.type, ...jsonType(arg.type) }]))
  const required = args.filter((arg) => arg.required).map((arg) => arg.name)
  const schema = { ...(required.length > 0 && { required }), type: 'object', properties }
  const body = { name: 'args', required: true, in: 'body', schema }
  const inQuery = args.map((arg) => ({
    name: arg.name,
    required: arg.required,
    in: 'query',
    format: arg.type,
    type: 'string',
  }))
  return {
    ...(!volatile && { get: { tags, produces: MEDIA_TYPES, parameters: inQuery, responses } }),
    post: { tags, produces: MEDIA_TYPES, parameters: [body], responses },
  }
}
