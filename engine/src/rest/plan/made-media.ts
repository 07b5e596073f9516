import type { ApiRequest } from '../api-request/api-request.ts'
import type { MediaType } from '../api-request/media-type.ts'
import { restErrors } from '../errors.ts'
import type { MadeMedia, MediaHandler, Relation, SchemaCache } from '../schema-cache/model.ts'

/**
 * The same request with a media type that SQL makes, if the client prefers one to the engine's own: a function that
 * returns a domain named like the type, or an aggregate over all columns of a relation that does.
 * @throws {RestError} PGRST107 when the client accepts neither.
 */
export function withMadeMedia(cache: SchemaCache, request: ApiRequest): ApiRequest {
  const made = request.plan ? undefined : findMade(cache, request)
  if (made) return { ...request, media: { kind: 'made', stripNulls: false, made } }
  if (request.unavailable !== undefined) throw restErrors.mediaType(request.unavailable)
  return request
}

function findMade(cache: SchemaCache, request: ApiRequest): MediaType['made'] {
  const { target, method, params } = request
  if (target.kind === 'root') return undefined
  const [item, ...others] = params.select
  const whole = item?.kind === 'star' && others.length === 0
  if (target.kind === 'relation') {
    const reads = method === 'GET' || method === 'HEAD'
    return whole && reads ? byAggregate(cache.relations.get(target.name), request.wanted) : undefined
  }
  for (const { media, relation, returns } of cache.routines.get(target.name) ?? []) {
    const own = media && pick([media], request.wanted)
    if (own) return { type: own.type, binary: own.binary }
    const rows = whole && returns === 'composite' && relation !== undefined ? cache.relations.get(relation) : undefined
    const made = byAggregate(rows, request.wanted)
    if (made) return made
  }
  return undefined
}

function byAggregate(relation: Relation | undefined, wanted: readonly string[]): MediaType['made'] {
  if (!relation || relation.media.length === 0) return undefined
  const handler = pick<MediaHandler>(relation.media, wanted)
  if (!handler) return undefined
  const { type, binary, schema, name } = handler
  return { type, binary, aggregate: { schema, name, of: { schema: relation.schema, name: relation.name } } }
}

/** The one that makes the first wanted type; one for all types precedes the others. */
function pick<T extends MadeMedia>(made: readonly T[], wanted: readonly string[]): T | undefined {
  for (const type of wanted) {
    const found = made.find(({ any }) => any) ?? made.find((each) => each.type === type)
    if (found) return found
  }
  return undefined
}
