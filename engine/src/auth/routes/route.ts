import { isIP } from 'node:net'
import type { z } from 'zod'
import type { PathParams, RoutePlace } from '../../http/router.ts'
import type { HttpReply, HttpRequest } from '../../http/types.ts'
import type { AuthDeps } from '../deps.ts'
import { deviceOf } from '../device.ts'
import { authErrors } from '../errors.ts'
import { type IssuedSession, sessionJson } from '../issue-session.ts'
import { readJsonBody } from '../json-body.ts'
import type { ClientInfo } from '../store/session-store.ts'

/** One request on its way through a route. */
export interface RouteContext {
  request: HttpRequest
  query: URLSearchParams
  params: PathParams
  deps: AuthDeps
}

export interface Route extends RoutePlace {
  handle(context: RouteContext): Promise<HttpReply>
}

/**
 * Reads the body by a schema; keys that the schema does not name are dropped, so unknown keys have no effect.
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

/** @param client the browser keeps its mark from this answer on. */
export async function sessionReply(issued: IssuedSession, deps: AuthDeps, client?: ClientInfo): Promise<HttpReply> {
  return json(200, await sessionJson(issued, deps.sign, deps.clock()), deviceHeaders(client))
}

/** What makes a browser keep its mark; nothing for other clients. */
export function deviceHeaders(client: ClientInfo | undefined): Record<string, string> {
  const cookie = client?.deviceCookie
  return cookie === undefined ? {} : { 'Set-Cookie': cookie }
}

/** Where the request comes from, as recorded on its session and used for counting its guesses. */
export function clientOf(request: HttpRequest, deps: Pick<AuthDeps, 'siteUrl' | 'failures'>): ClientInfo {
  const userAgent = request.headers['user-agent']?.slice(0, 512)
  const device = deviceOf(request, deps.siteUrl)
  // PostgreSQL knows no zones of IPv6 (fe80::1%eth0).
  const ip = request.clientIp.replace(/%.*/, '')
  const from = { ip: isIP(ip) ? ip : '', device: device?.id }
  const placesOf = (email: string) => deps.failures.placesOf(email, from)
  return { ...from, userAgent, deviceCookie: device?.cookie, placesOf }
}
