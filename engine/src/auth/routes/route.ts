import { isIP } from 'node:net'
import type { z } from 'zod'
import type { HttpReply, HttpRequest } from '../../http/types.ts'
import type { AuthDeps } from '../deps.ts'
import { authErrors } from '../errors.ts'
import { type IssuedSession, sessionJson } from '../issue-session.ts'
import { readJsonBody } from '../json-body.ts'
import type { ClientInfo } from '../store/session-store.ts'

/** One request on its way through a route. */
export interface RouteContext {
  request: HttpRequest
  query: URLSearchParams
  params: Readonly<Record<string, string | undefined>>
  deps: AuthDeps
}

export interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below the service's prefix, in find-my-way's syntax. */
  path: string
  handle(context: RouteContext): Promise<HttpReply>
}

/**
 * Reads the body by a schema; keys that the schema does not name are dropped, so nothing unforeseen is ever honoured.
 * @throws {AuthError} as `readJsonBody`, and `validation_failed` naming the key that does not fit.
 */
export async function readBody<T>(request: HttpRequest, schema: z.ZodType<T>): Promise<T> {
  const parsed = schema.safeParse((await readJsonBody(request)) ?? {})
  if (parsed.success) return parsed.data
  throw authErrors.invalidParameter(parsed.error.issues[0]?.path.join('.') || 'the request body')
}

export function json(status: number, body: unknown, headers: Record<string, string> = {}): HttpReply {
  return {
    status,
    headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-store', ...headers },
    body: JSON.stringify(body),
  }
}

export async function sessionReply(issued: IssuedSession, deps: AuthDeps): Promise<HttpReply> {
  return json(200, await sessionJson(issued, deps.sign, deps.clock()))
}

/** Where the request comes from, as it is noted on its session. */
export function clientOf(request: HttpRequest): ClientInfo {
  const userAgent = request.headers['user-agent']?.slice(0, 512)
  return { ip: isIP(request.clientIp) ? request.clientIp : '', userAgent }
}
