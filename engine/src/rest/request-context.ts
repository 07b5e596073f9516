import type { RestConfig } from '../config.ts'
import type { RequestContext, RunOptions } from '../db/port.ts'
import type { Caller } from '../http/caller.ts'
import { limiterKey } from '../http/client-address.ts'
import type { HttpRequest } from '../http/types.ts'
import type { ApiRequest } from './api-request/api-request.ts'
import { quoteIdent } from './query/sql.ts'

/** Headers with a key, a token or a cookie: SQL may read all others. */
const HIDDEN_HEADERS = new Set(['apikey', 'authorization', 'proxy-authorization', 'cookie', 'x-api-key'])

/** What the operator has set for the requests of a schema. */
export interface StandingContext {
  searchPath: string
  /** The statement that runs before each request. */
  before?: string
}

/** @param schema the schema of the requests; the extra search path follows it. */
export function standingContext(
  schema: string,
  { extraSearchPath, preRequest }: Pick<RestConfig, 'extraSearchPath' | 'preRequest'>,
): StandingContext {
  return {
    searchPath: [...new Set([schema, ...extraSearchPath])].map(quoteIdent).join(', '),
    ...(preRequest && { before: `select ${preRequest.map(quoteIdent).join('.')}()` }),
  }
}

/**
 * The role and settings that a statement runs with, and what SQL can read of the request.
 * @param path the path after the service's prefix.
 * @param api the parsed request.
 * @param standing what is the same for all requests of the schema.
 */
export function contextOf(
  caller: Caller,
  request: HttpRequest,
  path: string,
  api: Pick<ApiRequest, 'preferences'>,
  { searchPath, before }: StandingContext,
): RequestContext {
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(request.headers))
    if (value !== undefined && !HIDDEN_HEADERS.has(name)) headers[name] = String(value)
  return {
    role: caller.role,
    readOnly: request.method === 'GET' || request.method === 'HEAD',
    settings: {
      search_path: searchPath,
      'request.jwt.claims': caller.claimsJson,
      'request.headers': JSON.stringify(headers),
      'request.method': request.method,
      'request.path': path,
      ...(api.preferences.timezone !== undefined && { timezone: api.preferences.timezone }),
    },
    ...(before !== undefined && { before }),
  }
}

/**
 * Whose share of the database's connections a request uses: the account's and that of its network address, or for guests
 * the address's alone.
 */
export function shareOf(caller: Caller, request: HttpRequest): Pick<RunOptions, 'caller' | 'place'> {
  if (caller.role === 'service_role') return {}
  const place = limiterKey(request.clientIp)
  return caller.userId === undefined ? { caller: place } : { caller: caller.userId, place }
}
