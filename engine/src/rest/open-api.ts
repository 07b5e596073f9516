import type { HttpReply } from '../http/types.ts'
import type { ApiRequest } from './api-request/api-request.ts'
import { contentTypeOf } from './api-request/media-type.ts'
import { RestError, restErrors } from './errors.ts'
import type { Relation, SchemaCache } from './schema-cache/model.ts'

/**
 * The description of the whole API, for the operator only: it would be a map for an attacker.
 * @throws {RestError} 401 for guests, 404 for members.
 */
export function openApiReply(cache: SchemaCache, request: ApiRequest, role: string): HttpReply {
  if (role === 'anon')
    throw new RestError(401, '42501', 'permission denied for the root of the API', {
      headers: { 'www-authenticate': 'Bearer' },
    })
  if (role !== 'service_role') throw restErrors.path()
  if (request.method !== 'GET' && request.method !== 'HEAD') throw restErrors.method(request.method)
  const body = JSON.stringify(openApi(cache))
  return {
    status: 200,
    headers: { 'content-type': contentTypeOf(request.media) },
    ...(request.method === 'GET' && { body }),
  }
}

function openApi(cache: SchemaCache): object {
  const relations = [...cache.relations.values()]
  const paths: Record<string, object> = {}
  for (const relation of relations) {
    const operation = { tags: [relation.name], responses: { '200': { description: 'OK' } } }
    paths[`/${relation.name}`] = { get: operation, post: operation, patch: operation, delete: operation }
  }
  for (const name of cache.routines.keys())
    paths[`/rpc/${name}`] = { post: { tags: [`(rpc) ${name}`], responses: { '200': { description: 'OK' } } } }
  return {
    swagger: '2.0',
    info: { title: 'PostgREST API', description: '', version: '14' },
    basePath: '/',
    consumes: ['application/json'],
    produces: ['application/json', 'application/vnd.pgrst.object+json', 'text/csv'],
    paths,
    definitions: Object.fromEntries(relations.map((relation) => [relation.name, definition(relation)])),
  }
}

function definition(relation: Relation): object {
  const properties = [...relation.columns.values()].map(({ name, type }) => [
    name,
    { format: type, type: jsonType(type) },
  ])
  return {
    type: 'object',
    ...(relation.description !== undefined && { description: relation.description }),
    properties: Object.fromEntries(properties),
  }
}

function jsonType(type: string): string {
  if (/^(?:smallint|integer|bigint)$/.test(type)) return 'integer'
  if (/^(?:numeric|real|double precision)/.test(type)) return 'number'
  if (type === 'boolean') return 'boolean'
  return type.endsWith('[]') ? 'array' : 'string'
}
