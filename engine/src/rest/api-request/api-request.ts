import type { IncomingHttpHeaders } from 'node:http'
import { restErrors } from '../errors.ts'
import { readCsv } from './csv.ts'
import { REST_LIMITS } from './limits.ts'
import { chooseMediaType, type MediaType, type PlanFormat } from './media-type.ts'
import { type Payload, readPayload } from './payload.ts'
import { type Preferences, parsePreferences } from './preferences.ts'
import { parseQueryParams, splitQuery } from './query-params.ts'
import { checkIdentifier } from './scanner.ts'
import type { BodyType, QueryParams, Slot } from './types.ts'
import { Values } from './values.ts'

export type Target = { kind: 'root' } | { kind: 'relation'; name: string } | { kind: 'routine'; name: string }

/** A request, parsed as far as that is possible without the schema. */
export interface ApiRequest {
  /** The exposed schema of the requested table, view or function. */
  schema: string
  target: Target
  method: 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  params: QueryParams
  /** The values of the slots. */
  values: (string | null)[]
  preferences: Preferences
  media: MediaType
  /** Types that SQL may make instead, in the client's order. */
  wanted: readonly string[]
  /** None of the types is the engine's own: without one that SQL makes, the request is refused in these words. */
  unavailable?: string
  /** The client asks for the query plan instead of the result. */
  plan?: PlanFormat
  /** How the total number of rows is found. */
  count?: Preferences['count']
  payload?: Payload
  payloadSlot?: Slot
  /** The type of a body that is passed on as it is, to a function with one unnamed parameter. */
  bodyType?: BodyType
  /** The most rows of one result, and of one embedded result. */
  maxRows: number
  /** The request is undone once it has been answered. */
  rollback: boolean
  /** Slots of the root's row window, bounded by `maxRows`. */
  limitSlot?: Slot
  offsetSlot?: Slot
  maxAffectedSlot?: Slot
  /** True when the client named the schema or there are several, so the reply names it too. */
  namedProfile: boolean
}

/** Features that requests may use; see `RestConfig`. */
export interface ApiOptions {
  schemas: readonly [string, ...string[]]
  maxRows: number
  txPreference: boolean
  txRollback: boolean
  plans: boolean
  aggregates: boolean
}

const PRODUCT: ApiOptions = {
  schemas: ['public'],
  maxRows: 1000,
  txPreference: false,
  txRollback: false,
  plans: false,
  aggregates: false,
}

/** The target of a path after the prefix. */
export function parseTarget(path: string): Target {
  if (path === '' || path === '/') return { kind: 'root' }
  const segments = path.slice(1).split('/')
  const name = decodeSegment(segments.at(-1) ?? '')
  if (segments.length === 1 && name !== '') return { kind: 'relation', name }
  if (segments.length === 2 && segments[0] === 'rpc' && name !== '') return { kind: 'routine', name }
  throw restErrors.path()
}

function decodeSegment(segment: string): string {
  try {
    return checkIdentifier(decodeURIComponent(segment))
  } catch {
    throw restErrors.path()
  }
}

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE'])

/**
 * Turns method, path, query, headers and body into an {@link ApiRequest}.
 * @param body the body's text; undefined for methods that have none.
 * @throws {RestError} for anything that cannot be parsed.
 */
export function readApiRequest(
  input: { method: string; path: string; query: string; headers: IncomingHttpHeaders },
  body: string | undefined,
  options: ApiOptions = PRODUCT,
): ApiRequest {
  if (!METHODS.has(input.method)) throw restErrors.method(input.method)
  const method = input.method as ApiRequest['method']
  const target = parseTarget(input.path)
  const reads = method === 'GET' || method === 'HEAD'
  if (target.kind === 'routine' && !reads && method !== 'POST') throw restErrors.rpcMethod(method)
  const profile = reads ? input.headers['accept-profile'] : input.headers['content-profile']
  // Node.js reads a header as Latin-1.
  const named = profile === undefined ? undefined : Buffer.from(String(profile), 'latin1').toString()
  const schema = named === undefined ? options.schemas[0] : options.schemas.find((name) => name === named)
  if (schema === undefined)
    throw restErrors.schema(String(named).slice(0, REST_LIMITS.identifierBytes), options.schemas)
  const values = new Values()
  const params = parseQueryParams(input.query, values, target.kind === 'routine' && reads, options)
  const prefer = input.headers.prefer
  const { accept } = input.headers
  const { media, plan, wanted } = chooseMediaType(accept, target.kind === 'root', options.plans)
  if (!media && target.kind === 'root') throw restErrors.mediaType(String(accept).slice(0, 200))
  const preferences = parsePreferences(Array.isArray(prefer) ? prefer.join(',') : prefer, options.txPreference)
  const request: ApiRequest = {
    schema,
    target,
    method,
    params,
    values: values.list,
    preferences,
    maxRows: options.maxRows,
    rollback: preferences.tx === undefined ? options.txRollback : preferences.tx === 'rollback',
    media: media ?? { kind: 'json', stripNulls: false },
    wanted,
    ...(!media && { unavailable: String(accept).slice(0, 200) }),
    ...(plan && { plan }),
    ...(preferences.count && { count: preferences.count }),
    namedProfile: profile !== undefined || options.schemas.length > 1,
  }
  if (method === 'GET') applyRangeHeader(params, input.headers)
  // Only reads have a window: the reply to a write shows every row that it affected.
  if (reads || target.kind === 'routine') {
    request.limitSlot = values.add(String(Math.min(params.limit ?? options.maxRows, options.maxRows)))
    if (params.offset) request.offsetSlot = values.add(String(params.offset))
  }
  const { maxAffected } = request.preferences
  if (maxAffected !== undefined) request.maxAffectedSlot = values.add(String(maxAffected))
  if (body !== undefined) attachPayload(request, input.headers, body, values)
  return request
}

/** The media type of a body, without parameters. */
export function bodyTypeOf(headers: IncomingHttpHeaders): string {
  const [essence = ''] = String(headers['content-type'] ?? 'application/json').split(';')
  return essence.trim().toLowerCase()
}

/** Media types of bodies that a function takes as they are, and the type of its parameter. */
const BARE_BODIES: Readonly<Record<string, BodyType>> = {
  'text/plain': 'text',
  'text/xml': 'xml',
  'application/octet-stream': 'bytea',
}

function attachPayload(request: ApiRequest, headers: IncomingHttpHeaders, body: string, values: Values): void {
  if (request.method === 'DELETE') return
  const type = bodyTypeOf(headers)
  const isCall = request.target.kind === 'routine'
  const bare = isCall && Object.hasOwn(BARE_BODIES, type) ? BARE_BODIES[type] : undefined
  if (type === 'text/csv') request.payload = readCsv(body)
  else if (type === 'application/x-www-form-urlencoded' && isCall) {
    for (const [name, value] of splitQuery(body))
      request.params.args.push({ name: checkIdentifier(name), slot: values.add(value) })
    return
  } else if (type === 'application/x-www-form-urlencoded')
    request.payload = readPayload(JSON.stringify(Object.fromEntries(splitQuery(body))), true)
  else if (bare !== undefined) {
    request.bodyType = bare
    request.payloadSlot = values.add(body)
    return
  } else if (type !== 'application/json' && !(body === '' && isCall)) throw restErrors.contentType(type.slice(0, 100))
  else if (body === '' && !isCall) throw restErrors.body('Empty or invalid json')
  else request.payload = readPayload(body === '' ? '{}' : body, request.params.columns === undefined && !isCall)
  request.payloadSlot = values.add(request.payload.text)
}

/** `Range: from-to` counts rows; if limit and offset are given too, the smaller window applies. */
function applyRangeHeader(params: QueryParams, headers: IncomingHttpHeaders): void {
  const match = /^(\d{1,15})-(\d{0,15})$/.exec(headers.range ?? '')
  if (!match) return
  const from = Number(match[1])
  const to = match[2] === '' ? undefined : Number(match[2])
  if (to !== undefined && to < from)
    throw restErrors.range('The lower boundary must be lower than or equal to the upper boundary in the Range header.')
  if (from > REST_LIMITS.offset) throw restErrors.limit(`The offset may be at most ${REST_LIMITS.offset}`)
  const start = Math.max(from, params.offset ?? 0)
  const ends = [
    to === undefined ? Infinity : to + 1,
    params.limit === undefined ? Infinity : (params.offset ?? 0) + params.limit,
  ]
  const end = Math.min(...ends)
  params.offset = start
  if (end !== Infinity) params.limit = Math.max(0, end - start)
}
