import type { Database } from '../db/port.ts'
import type { HttpReply } from '../http/types.ts'
import type { ApiRequest } from './api-request/api-request.ts'
import { contentTypeOf } from './api-request/media-type.ts'
import { RestError, restErrors } from './errors.ts'
import { definition } from './open-api-definitions.ts'
import { MEDIA_TYPES, parameters, relationPath, routinePath } from './open-api-paths.ts'
import { DESCRIPTION_SQL, type DescribedColumn, type DescribedRelation } from './open-api-sql.ts'
import type { SchemaCache } from './schema-cache/model.ts'

/**
 * The description of the whole API, for the operator only: it would be a map for an attacker.
 * @throws {RestError} 401 for guests, 404 for members.
 */
export async function openApiReply(
  db: Pick<Database, 'transaction'>,
  cache: SchemaCache,
  request: ApiRequest,
  role: string,
): Promise<HttpReply> {
  if (role === 'anon')
    throw new RestError(401, '42501', 'permission denied for the root of the API', {
      headers: { 'www-authenticate': 'Bearer' },
    })
  if (role !== 'service_role') throw restErrors.path()
  if (request.method !== 'GET' && request.method !== 'HEAD') throw restErrors.method(request.method)
  const body = JSON.stringify(openApi(cache, await describe(db, cache.schema)))
  return {
    status: 200,
    headers: { 'content-type': contentTypeOf(request.media) },
    ...(request.method === 'GET' && { body }),
  }
}

/** The columns of each relation, with types that name their schema. */
async function describe(db: Pick<Database, 'transaction'>, schema: string): Promise<Map<string, DescribedColumn[]>> {
  const rows = await db.transaction(async (tx) => {
    await tx.query("set local search_path = ''")
    return await tx.query<DescribedRelation>(DESCRIPTION_SQL, [schema])
  })
  return new Map(rows.map(({ name, columns }) => [name, columns]))
}

function openApi(cache: SchemaCache, columns: ReadonlyMap<string, DescribedColumn[]>): object {
  const relations = [...cache.relations.values()]
  const root = {
    get: {
      tags: ['Introspection'],
      summary: 'OpenAPI description (this document)',
      produces: ['application/openapi+json', 'application/json'],
      responses: { '200': { description: 'OK' } },
    },
  }
  return {
    swagger: '2.0',
    info: { title: 'PostgREST API', description: '', version: '14' },
    basePath: '/',
    schemes: ['http'],
    consumes: MEDIA_TYPES,
    produces: MEDIA_TYPES,
    paths: {
      '/': root,
      ...Object.fromEntries(relations.map((relation) => [`/${relation.name}`, relationPath(cache, relation)])),
      ...Object.fromEntries(
        [...cache.routines.values()].flatMap(([routine]) =>
          routine ? [[`/rpc/${routine.name}`, routinePath(routine)]] : [],
        ),
      ),
    },
    definitions: Object.fromEntries(
      relations.map((relation) => [relation.name, definition(cache, relation, columns.get(relation.name) ?? [])]),
    ),
    parameters: parameters(relations),
    externalDocs: { description: 'PostgREST Documentation', url: 'https://postgrest.org/en/v14/references/api.html' },
  }
}
